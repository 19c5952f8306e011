import { omitUndefined, type Session, type Task } from '#core';
import type { SessionKey } from '#engine/port';
import type { ResponsesService } from '../serve/responses-service.ts';

const PAGE = 100;
/**
 * Number of turns that changed last to search for the newest turn. A turn that a newer turn
 * replaced can be the turn that changed last.
 */
const NEWEST = 5;

type TurnListDeps = Pick<ResponsesService, 'runner'>;

export async function findNewestTurn(
  deps: TurnListDeps,
  key: SessionKey,
): Promise<Task | undefined> {
  // Tasks of other protocols in the same context may have changed since the newest turn.
  for await (const tasks of loadTaskPages(deps, key, NEWEST)) {
    const newest = tasks.filter(isTaskOfResponse).toSorted(compareOldestFirst).at(-1);
    if (newest) return newest;
  }
  return undefined;
}

/** Loads the tasks of the turns of a conversation, the oldest first. */
export async function loadTurns(deps: TurnListDeps, key: SessionKey): Promise<readonly Task[]> {
  const turns: Task[] = [];
  for await (const tasks of loadTaskPages(deps, key, PAGE))
    turns.push(...tasks.filter(isTaskOfResponse));
  return turns.toSorted(compareOldestFirst);
}

async function* loadTaskPages(
  { runner }: TurnListDeps,
  { principal, id: contextId }: SessionKey,
  pageSize: number,
): AsyncGenerator<readonly Task[]> {
  let pageToken: string | undefined;
  do {
    const query = { principal, contextId, pageSize, ...omitUndefined({ pageToken }) };
    const page = await runner.list(query);
    yield page.tasks;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

/** Returns whether a task is a turn of the Responses API. Other protocols may start tasks in the same context. */
function isTaskOfResponse({ origin }: Task): boolean {
  return typeof origin.metadata?.['response_id'] === 'string';
}

/** Compares turns by age. If two started in the same millisecond, the turn with the longer history is later. */
export function compareOldestFirst(one: Task, other: Task): number {
  return (
    one.createdAt - other.createdAt ||
    one.origin.history.length - other.origin.history.length ||
    one.id.localeCompare(other.id)
  );
}

/** The turn that was the newest when a client changed the conversation. */
export type TurnMark = NonNullable<NonNullable<Session['added']>[number]['after']>;

/**
 * The newest turn. `begunAt` is the number of the task's newest event when the turn's newest
 * response started.
 */
export interface NewestTurn {
  readonly task: Pick<Task, 'id' | 'createdAt'>;
  readonly begunAt: number;
}

export function createTurnMark(newest: Task | undefined): { readonly after?: TurnMark } {
  if (!newest) return {};
  const { id, createdAt, generation } = newest;
  return { after: { taskId: id, createdAt, generation } };
}

/**
 * Returns whether no response has received a change of the conversation yet. The turn at which the change was
 * made may have been deleted.
 */
export function isChangeAfterNewestTurn(
  mark: TurnMark | undefined,
  newest: NewestTurn | undefined,
): boolean {
  if (!newest) return true;
  if (!mark) return false;
  const { task, begunAt } = newest;
  if (mark.taskId === task.id) return mark.generation >= begunAt;
  return mark.createdAt > task.createdAt;
}

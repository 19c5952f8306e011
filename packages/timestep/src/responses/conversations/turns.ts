import type { Task } from '../../core/index.ts';
import type { SessionKey } from '../../port/index.ts';
import type { Service } from '../serve/service.ts';

/** Turns that are asked for at a time. */
const PAGE = 100;
/** A turn that was given up may have changed after the one that took its place. */
const NEWEST = 5;

/** The newest turn of a conversation. */
export async function newestTurn(
  { runner }: Pick<Service, 'runner'>,
  { principal, id: contextId }: SessionKey,
): Promise<Task | undefined> {
  const { tasks } = await runner.list({ principal, contextId, pageSize: NEWEST });
  return tasks.filter(isTurn).toSorted(oldestFirst).at(-1);
}

/** All turns of a conversation, oldest first. */
export async function turnsOf(
  { runner }: Pick<Service, 'runner'>,
  { principal, id: contextId }: SessionKey,
): Promise<readonly Task[]> {
  const turns: Task[] = [];
  let pageToken: string | undefined;
  do {
    const page = await runner.list({
      principal,
      contextId,
      pageSize: PAGE,
      ...(pageToken !== undefined && { pageToken }),
    });
    turns.push(...page.tasks.filter(isTurn));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return turns.toSorted(oldestFirst);
}

/** Another protocol may have begun tasks in the same context. */
function isTurn({ origin }: Task): boolean {
  return typeof origin.metadata?.['response_id'] === 'string';
}

function oldestFirst(one: Task, other: Task): number {
  return one.createdAt - other.createdAt || one.id.localeCompare(other.id);
}

import { TimestepError } from '#core';
import { createEventLoopBreaks, type StoredTasks, type TaskRow } from '#engine/port';
import {
  applyUpdate,
  EMPTY_VIEW,
  listViewItems,
  type ConversationTurn,
  type ConversationTurnPage,
  type ViewItem,
} from '#people/view';
import type { TaskSummaryCache } from '../task-summary.ts';

/** Which turns of a conversation are loaded. */
export interface TurnsQuery {
  readonly contextId: string;
  readonly agent?: string;
  /** Number of newest turns that are skipped. */
  readonly from: number;
}

interface LoadTurnsDeps {
  readonly tasks: Pick<StoredTasks, 'list' | 'events'>;
  readonly lines: TaskSummaryCache;
}

const TURNS_PER_PAGE = 50;
/** Maximum length of the items of a page as JSON. A page ends before the turn that would exceed it. */
const MAX_PAGE_LENGTH = 2_000_000;
/** Maximum number of turns of a conversation. Older ones are not shown. */
const MAX_TURNS = 10_000;

/** Loads a page of the newest turns of a conversation with what they show, oldest first. */
export async function loadTurns(
  { tasks, lines }: LoadTurnsDeps,
  { from, ...filter }: TurnsQuery,
): Promise<ConversationTurnPage> {
  const listed = await tasks.list({ ...filter, limit: MAX_TURNS });
  const rows = listed.tasks.toSorted((one, other) => other.createdAt - one.createdAt);
  const turns: ConversationTurn[] = [];
  let [read, length] = [0, 0];
  for (const row of rows.slice(from, from + TURNS_PER_PAGE)) {
    const isFirst = from + read + 1 === rows.length;
    const loaded = await loadTurn({ tasks, lines }, row, isFirst);
    const isTooLong = loaded !== undefined && length + loaded.length > MAX_PAGE_LENGTH;
    if (isTooLong && turns.length > 0) break;
    read += 1;
    if (!loaded) continue;
    const { items: _items, ...turn } = loaded.turn;
    turns.unshift(isTooLong ? turn : loaded.turn);
    length += loaded.length;
  }
  const before = rows[from + read]?.id;
  return { turns, read, ...(before !== undefined && { before }) };
}

interface LoadedTurn {
  readonly turn: ConversationTurn;
  /** Length of the items as JSON. */
  readonly length: number;
}

/** Loads a turn; undefined if it was erased. */
async function loadTurn(
  { tasks, lines }: LoadTurnsDeps,
  row: TaskRow,
  isFirst: boolean,
): Promise<LoadedTurn | undefined> {
  const [task] = await lines.load([row]);
  const log = task && (await loadItems(tasks, row.id, isFirst).catch(ignoreErased));
  return log && { turn: { task, ...log }, length: JSON.stringify(log.items).length };
}

/** Only the first turn of a conversation shows the messages that were there before it. */
async function loadItems(
  tasks: Pick<StoredTasks, 'events'>,
  taskId: string,
  isFirst: boolean,
): Promise<{ readonly generation: number; readonly items: readonly ViewItem[] }> {
  let [view, generation] = [EMPTY_VIEW, 0];
  const takeBreak = createEventLoopBreaks();
  for await (const event of tasks.events(taskId)) {
    view = applyUpdate(view, { kind: 'event', taskId, event });
    ({ generation } = event);
    await takeBreak();
  }
  const earlier = `${taskId}/history/`;
  const items = listViewItems(view).filter(({ id }) => isFirst || !id.startsWith(earlier));
  return { generation, items };
}

function ignoreErased(thrown: unknown): undefined {
  if (!TimestepError.isInstance(thrown) || thrown.code !== 'task-not-found') throw thrown;
}

import {
  apply,
  isAskedByAgent,
  type NumberedEvent,
  type Submission,
  type Task,
  type Usage,
} from '#core';
import type { TaskRow } from '#engine/port';
import { decodeValue } from '../contents/content-text.ts';
import type { ListPrefixCache } from '../contents/list-prefix-cache.ts';
import { execute, queryFirst, queryRows, type Row, type Transaction } from '../statement.ts';
import { toStoredFigure } from '../stored-figure.ts';
import { decodeSnapshot } from './snapshots.ts';

const COLUMNS = `id, principal, agent, context_id, state, ended, created_at, updated_at, generation,
  entry, asked, tokens, cost_usd, took_ms`;
const VALUES = `:id, :principal, :agent, :contextId, :state, :ended, :createdAt, :updatedAt,
  :generation, :entry, :asked, :tokens, :costUsd, :tookMs`;

const INSERT_TASK = `INSERT INTO task (${COLUMNS}) VALUES (${VALUES}) ON CONFLICT DO NOTHING`;
const INSERT_OWNED_TASK = `INSERT INTO task
    (${COLUMNS}, owner, epoch) VALUES (${VALUES}, :owner, 1) ON CONFLICT DO NOTHING`;

/** Converts a task to its row in the table `task`. */
export function taskToRow(task: Task): TaskRow {
  const { id, contextId, state, createdAt, updatedAt, generation, origin } = task;
  const { principal, agent, entry } = origin;
  return {
    id,
    principal,
    agent,
    contextId,
    state,
    createdAt,
    updatedAt,
    generation,
    ...(entry && { entry }),
    ...(isAskedByAgent(task) && { isAsked: true }),
  };
}

export interface NewTaskRow extends Omit<TaskRow, 'version'> {
  readonly hasEnded: boolean;
  /** Id of the process that owns the task. Undefined if tasks have no owners in this database. */
  readonly owner?: string;
  /**
   * Tokens, cost and duration of the task, by which lists are sorted. Undefined if the task has used nothing
   * yet.
   */
  readonly figures?: TaskFigures;
}

/** The figures of a task by which lists are sorted. */
export interface TaskFigures {
  readonly tokens: number;
  readonly costUsd: number;
  readonly tookMs: number;
}

/** Returns the figures of a task. An unknown cost counts as none. */
export function getTaskFigures({ usage, costUsd, createdAt, updatedAt }: Task): TaskFigures {
  return {
    tokens: toStoredFigure(usage.total_tokens),
    costUsd: toStoredFigure(costUsd),
    tookMs: toStoredFigure(updatedAt - createdAt),
  };
}

/** Adds up the tokens and the cost of the model calls in these events. */
export function getFiguresOfEvents(
  events: readonly NumberedEvent[],
): Pick<TaskFigures, 'tokens' | 'costUsd'> {
  let [tokens, costUsd] = [0, 0];
  for (const event of events) {
    const used = event.type === 'model.replied' ? event.message : getSummaryUsage(event);
    tokens += toStoredFigure(used?.usage?.total_tokens);
    costUsd += toStoredFigure(used?.cost_usd);
  }
  return { tokens, costUsd };
}

function getSummaryUsage(
  event: NumberedEvent,
): { readonly usage?: Usage; readonly cost_usd?: number } | undefined {
  return event.type === 'model.refused' ? event.summarized : undefined;
}

const NO_FIGURES: TaskFigures = { tokens: 0, costUsd: 0, tookMs: 0 };

/** Inserts the row of a task. Returns false if the task exists. */
export function* insertTask({
  hasEnded,
  owner,
  figures = NO_FIGURES,
  entry,
  isAsked,
  ...row
}: NewTaskRow): Transaction<boolean> {
  const values = {
    ...row,
    ...figures,
    ended: hasEnded ? 1 : 0,
    entry: entry ?? '',
    asked: isAsked ? 1 : 0,
  };
  return (
    (owner === undefined
      ? yield* execute(INSERT_TASK, values)
      : yield* execute(INSERT_OWNED_TASK, { ...values, owner })) === 1
  );
}

/** Statement that stores one event of a task. */
export const INSERT_EVENT =
  'INSERT INTO event (task_id, generation, body) VALUES (:taskId, :generation, :body)';

/** Inserts an event. Throws if the log has an event of the same generation. */
export function insertEvent(taskId: string, generation: number, body: string): Transaction<number> {
  return execute(INSERT_EVENT, { taskId, generation, body });
}

const ALL_EVENTS = 2 ** 31 - 1;

/** Lists events after a generation, oldest first. */
export function* listEvents(
  taskId: string,
  after: number,
  limit: number,
  cache?: ListPrefixCache,
): Transaction<NumberedEvent[]> {
  const rows = yield* queryRows(
    `SELECT body FROM event WHERE task_id = :taskId AND generation > :after
     ORDER BY generation LIMIT :limit`,
    { taskId, after, limit },
  );
  const events: NumberedEvent[] = [];
  for (const row of rows) {
    events.push((yield* decodeValue(String(row['body']), cache)) as NumberedEvent);
  }
  return events;
}

/** Loads a task from its snapshot (or from `known`, an earlier state) and the events after it. */
export function* loadTask(
  taskId: string,
  { known, cache }: { readonly known?: Task | undefined; readonly cache?: ListPrefixCache } = {},
): Transaction<Task | undefined> {
  let task = known ?? (yield* readSnapshot(taskId, cache));
  for (const event of yield* listEvents(taskId, task?.generation ?? 0, ALL_EVENTS, cache)) {
    task = apply(task, event);
  }
  return task;
}

function* readSnapshot(taskId: string, cache?: ListPrefixCache): Transaction<Task | undefined> {
  const row = yield* queryFirst('SELECT body FROM snapshot WHERE task_id = :taskId', { taskId });
  return row && decodeSnapshot(yield* decodeValue(String(row['body']), cache));
}

/** Returns the length of a task's log. Undefined if the task does not exist. */
export function* readGeneration(taskId: string): Transaction<number | undefined> {
  const row = yield* queryFirst('SELECT generation FROM task WHERE id = :taskId', { taskId });
  return row && Number(row['generation']);
}

/** Finds the row of an accepted message by its sender, agent and id. */
export function* findInboundMessageRow({
  principal,
  agent,
  messageId,
}: Submission): Transaction<Row | undefined> {
  return yield* queryFirst(
    `SELECT * FROM inbound
     WHERE principal = :principal AND agent = :agent AND message_id = :messageId`,
    { principal, agent, messageId },
  );
}

/**
 * Highest UTF-16 code unit. Appended to a prefix, it is the upper bound of all ids that begin with the
 * prefix.
 */
const LAST = '\uffff';

/** Finds task ids that begin with a text. */
export function* findTaskIds(beginning: string, limit: number): Transaction<readonly string[]> {
  const rows = yield* queryRows(
    'SELECT id FROM task WHERE id >= :beginning AND id < :end ORDER BY id LIMIT :limit',
    { beginning, end: `${beginning}${LAST}`, limit },
  );
  // A database that sorts by language may return ids with other beginnings, so the ids are filtered.
  return rows.map((row) => String(row['id'])).filter((id) => id.startsWith(beginning));
}

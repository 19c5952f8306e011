import { createHash } from 'node:crypto';
import { apply, type NumberedEvent, type Task } from '@timestep-ai/timestep/core';
import {
  addCallToHourPart,
  addWorkToHourPart,
  countWorkOfEvents,
  execute,
  findCallOfEvent,
  getFiguresOfEvents,
  getTaskFigures,
  insertEvent,
  insertTask,
  loadTask,
  queryFirst,
  taskToRow,
  type Transaction,
} from '@timestep-ai/timestep/store';
import { restoreEvent, type StoredContent } from '../task/outline.ts';
import type { AddedRecords, InboundMessage } from '../task/task-record.ts';
import { markMessageProcessed, listUnprocessedMessages } from './inbound-messages.ts';
import {
  deleteContent,
  deleteDeltas,
  readStoredContent,
  storeContentIfMissing,
} from './interim-data.ts';

/** Appends the records that the log lacks. Returns whether any were added. */
export function* appendRecords(added: AddedRecords): Transaction<boolean> {
  const locked = yield* lockTaskInsertingIfNew(added);
  if (!locked) return false;
  return (yield* appendNewRecords(added, locked)).generation > locked.generation;
}

/** Stores the outcome of an effect, and also earlier records if the database lacks them. */
export function* storeEffectOutcomeAndRecords(
  added: AddedRecords,
  name: string,
  content: StoredContent,
): Transaction<boolean> {
  const isNews = yield* appendRecords(added);
  yield* storeContentIfMissing(added.taskId, name, content);
  return isNews;
}

/** Ends a task unless it has unprocessed messages. Returns those messages. */
export function* endTaskIfNoMessages(added: AddedRecords): Transaction<readonly InboundMessage[]> {
  const { taskId, records, state } = added;
  const locked = yield* lockTaskInsertingIfNew(added);
  const last = records.at(-1);
  // A repeated request of a worker, whose response was lost, finds its records already stored.
  if (!locked || (last && last.event.generation <= locked.generation)) return [];
  const before = { taskId, records: records.slice(0, -1), state: 'working' } as const;
  const reached = yield* appendNewRecords(before, locked);
  const waiting = yield* listUnprocessedMessages(taskId);
  if (waiting.length > 0) return waiting;
  yield* appendNewRecords({ taskId, records: records.slice(-1), state }, reached);
  return [];
}

/** A task whose row is locked: its agent, its first message, the length of its log, and the time of its last event. */
interface LockedTask {
  readonly agent: string;
  readonly createdAt: number;
  readonly generation: number;
  readonly updatedAt: number;
  /** Contents of the task's first events, if they were already read in this transaction. */
  readonly contents: ReadonlyMap<string, StoredContent>;
}

const NO_CONTENTS: LockedTask['contents'] = new Map();

/** Locks a task. Undefined if the task was pruned. */
function* lockTaskInsertingIfNew(added: AddedRecords): Transaction<LockedTask | undefined> {
  const { taskId, records } = added;
  const isNew = records[0]?.event.type === 'task.submitted';
  const contents = isNew ? yield* insertNewTaskRow(added) : NO_CONTENTS;
  const sql = `UPDATE task SET ended = ended WHERE id = :taskId
    RETURNING agent, created_at, generation, updated_at`;
  const row = yield* queryFirst(sql, { taskId });
  return (
    row && {
      agent: String(row['agent']),
      createdAt: Number(row['created_at']),
      generation: Number(row['generation']),
      updatedAt: Number(row['updated_at']),
      contents,
    }
  );
}

/**
 * Inserts the row of a new task. Its first two events say by which protocol it came and which agent called.
 * Returns the contents of these events.
 */
function* insertNewTaskRow({ taskId, records }: AddedRecords): Transaction<LockedTask['contents']> {
  const contents = new Map<string, StoredContent>();
  let task: Task | undefined;
  for (const { event, content: name } of records.slice(0, 2)) {
    const content = name === undefined ? undefined : yield* readStoredContent(taskId, name);
    if (name !== undefined && content) contents.set(name, content);
    task = apply(task, restoreEvent(event, content));
  }
  if (!task) return contents;
  const row = { ...taskToRow(task), updatedAt: task.createdAt, generation: 0 };
  yield* insertTask({ ...row, state: 'submitted', hasEnded: false });
  return contents;
}

/** Appends records and returns the task after them. Throws if the log would have a gap. */
function* appendNewRecords(
  { taskId, records, state }: AddedRecords,
  known: LockedTask,
): Transaction<LockedTask> {
  const fresh = records.filter(({ event }) => event.generation > known.generation);
  const [first, last] = [fresh.at(0)?.event, fresh.at(-1)?.event];
  if (!first || !last) return known;
  if (first.generation !== known.generation + 1) {
    const { generation } = first;
    throw new Error(
      `event ${generation} of task ${taskId} cannot be stored, because the last stored event is ${known.generation}`,
    );
  }
  const events: NumberedEvent[] = [];
  for (const { event: outline, content: name } of fresh) {
    const content =
      name === undefined
        ? undefined
        : (known.contents.get(name) ?? (yield* readStoredContent(taskId, name)));
    const event = restoreEvent(outline, content);
    events.push(event);
    yield* insertEvent(taskId, event.generation, JSON.stringify(event));
    yield* markProcessedAndDeleteInterimData(taskId, event);
    if (content?.kind === 'event' && content.messageId !== undefined) {
      yield* markMessageProcessed(taskId, content.messageId);
    }
  }
  for (const name of new Set(fresh.map(({ content }) => content))) {
    if (name !== undefined) yield* deleteContent(taskId, name);
  }
  const { generation, at: updatedAt } = last;
  const task = last.type === 'task.finished' ? yield* loadTask(taskId) : undefined;
  const figures = task ? getTaskFigures(task) : getFiguresOfEvents(events);
  yield* execute(
    `UPDATE task SET state = :state, ended = :ended, updated_at = :updatedAt,
       generation = :generation, took_ms = :tookMs, tokens = tokens * :kept + :tokens,
       cost_usd = cost_usd * :kept + :costUsd WHERE id = :taskId`,
    {
      ...figures,
      taskId,
      state,
      updatedAt,
      generation,
      ended: last.type === 'task.finished' ? 1 : 0,
      tookMs: Math.max(updatedAt - known.createdAt, 0),
      // The cost and tokens of new events are added to the stored sums. When the task has ended, its totals
      // replace the sums.
      kept: task ? 0 : 1,
    },
  );
  yield* addWorkOfEvents(taskId, events, known, task);
  return { ...known, generation, updatedAt };
}

/**
 * Number of rows into which each hour's statistics are divided, so that fewer transactions wait for the same
 * row.
 */
const PARTS = 16;

/**
 * Adds what events report to the hourly counts of work and of calls. Comes last in the transaction, because it locks rows
 * that other transactions wait for.
 */
function* addWorkOfEvents(
  taskId: string,
  events: readonly NumberedEvent[],
  { agent, updatedAt }: LockedTask,
  task: Task | undefined,
): Transaction<void> {
  const part = createHash('sha256').update(taskId).digest().readUInt8(0) % PARTS;
  for (const counted of countWorkOfEvents(
    { agent, workingMs: task?.workingMs ?? 0 },
    events,
    updatedAt,
  ))
    yield* addWorkToHourPart(counted, part);
  const call = events[0] && findCallOfEvent(events[0]);
  if (call) yield* addCallToHourPart(call, part);
}

/** Deletes data that was stored apart from an event until the event reached the log. */
function* markProcessedAndDeleteInterimData(
  taskId: string,
  event: NumberedEvent,
): Transaction<void> {
  // A message counts as processed when its first event is stored.
  if ('messageId' in event) yield* markMessageProcessed(taskId, event.messageId);
  switch (event.type) {
    case 'model.replied':
    case 'model.failed':
    case 'model.lost':
    case 'model.refused':
      yield* deleteDeltas(taskId, event.step);
      break;
    default:
  }
}

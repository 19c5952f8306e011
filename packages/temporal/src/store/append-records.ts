import type { NumberedEvent, TaskSubmitted } from '@timestep-ai/timestep/core';
import { restoreEvent, type StoredContent } from '../task/outline.ts';
import type { AddedRecords, InboundMessage, OutlineRecord } from '../task/task-record.ts';
import { storeContent, readContent } from './content.ts';
import { markProcessed, listUnprocessedMessages } from './inbound-messages.ts';
import { queryRows, type Transaction } from '@timestep-ai/timestep/store';

/**
 * Appends the records that the log does not have yet, each with its full content. Existing records
 * stay unchanged. Returns whether any were added.
 */
export function* appendRecords(added: AddedRecords): Transaction<boolean> {
  const generation = yield* lockTask(added);
  if (generation === undefined) return false;
  yield* appendNewRecords(added, generation);
  return (added.records.at(-1)?.event.generation ?? 0) > generation;
}

/**
 * Stores the outcome of an effect. Also appends the earlier records, in case the database has lost
 * records that it had accepted.
 */
export function* storeOutcome(
  added: AddedRecords,
  name: string,
  content: StoredContent,
): Transaction<boolean> {
  const isNews = yield* appendRecords(added);
  yield* storeContent(added.taskId, name, content);
  return isNews;
}

/**
 * Ends a task, unless it has accepted messages that it has not processed; then returns those
 * messages.
 */
export function* closeTask(added: AddedRecords): Transaction<readonly InboundMessage[]> {
  const { taskId, records, state } = added;
  const generation = yield* lockTask(added);
  const last = records.at(-1);
  // The task has already ended: a worker that did not receive the answer is asking again.
  if (generation === undefined || (last && last.event.generation <= generation)) return [];
  const before = { taskId, records: records.slice(0, -1), state: 'working' } as const;
  const reached = yield* appendNewRecords(before, generation);
  const waiting = yield* listUnprocessedMessages(taskId);
  if (waiting.length > 0) return waiting;
  yield* appendNewRecords({ taskId, records: records.slice(-1), state }, reached);
  return [];
}

/**
 * Creates the task if it is new, locks its row, and returns the length of its log. Undefined if the
 * task has ended and was pruned.
 */
function* lockTask({ taskId, records }: AddedRecords): Transaction<number | undefined> {
  const first = records[0]?.event;
  if (first?.type === 'task.submitted') yield* insertTask(first, first.at);
  const [row] = yield* queryRows(
    'UPDATE task SET ended = ended WHERE id = ? RETURNING generation',
    taskId,
  );
  return row && Number(row['generation']);
}

function* insertTask(event: TaskSubmitted, at: number): Transaction<void> {
  yield* queryRows(
    `INSERT INTO task (id, principal, agent, context_id, state, ended, created_at, updated_at, generation)
     VALUES (?, ?, ?, ?, 'submitted', 0, ?, ?, 0) ON CONFLICT DO NOTHING`,
    event.taskId,
    event.principal,
    event.agent,
    event.contextId,
    at,
    at,
  );
}

/** Appends records and returns the new length of the log. Throws if the log would have a gap. */
function* appendNewRecords(
  { taskId, records, state }: AddedRecords,
  known: number,
): Transaction<number> {
  const fresh = records.filter(({ event }) => event.generation > known);
  const [first, last] = [fresh.at(0)?.event, fresh.at(-1)?.event];
  if (!first || !last) return known;
  if (first.generation !== known + 1) {
    throw new Error(`event ${first.generation} of task ${taskId} would leave a gap after ${known}`);
  }
  for (const record of fresh) {
    const content = yield* readRecordContent(taskId, record);
    const event = restoreEvent(record.event, content);
    yield* queryRows(
      'INSERT INTO event (task_id, generation, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      taskId,
      event.generation,
      JSON.stringify(event),
    );
    yield* deleteInterimData(taskId, event);
    if (content?.kind === 'event' && content.messageId !== undefined) {
      yield* markProcessed(taskId, content.messageId);
    }
  }
  for (const name of new Set(fresh.map(({ content }) => content))) {
    if (name === undefined) continue;
    yield* queryRows('DELETE FROM content WHERE task_id = ? AND name = ?', taskId, name);
  }
  yield* queryRows(
    'UPDATE task SET state = ?, ended = ?, updated_at = ?, generation = ? WHERE id = ?',
    state,
    last.type === 'task.finished' ? 1 : 0,
    last.at,
    last.generation,
    taskId,
  );
  return last.generation;
}

function* readRecordContent(
  taskId: string,
  { content: name }: OutlineRecord,
): Transaction<StoredContent | undefined> {
  return name === undefined ? undefined : yield* readContent(taskId, name);
}

/** Deletes data that was stored for an event until the event was in the log. */
function* deleteInterimData(taskId: string, event: NumberedEvent): Transaction<void> {
  // A message counts as processed with its first event.
  if ('messageId' in event) yield* markProcessed(taskId, event.messageId);
  switch (event.type) {
    case 'model.replied':
    case 'model.failed':
    case 'model.lost':
      yield* queryRows('DELETE FROM delta WHERE task_id = ? AND step = ?', taskId, event.step);
      break;
    default:
  }
}

import type { NumberedEvent } from '@timestep-ai/timestep/core';
import {
  execute,
  insertEvent,
  insertTask,
  queryFirst,
  type Transaction,
} from '@timestep-ai/timestep/store';
import { restoreEvent, type StoredContent } from '../task/outline.ts';
import type { AddedRecords, InboundMessage } from '../task/task-record.ts';
import { markProcessed, listUnprocessedMessages } from './inbound-messages.ts';
import { deleteContent, deleteDeltas, readContent, storeContent } from './interim-data.ts';

/** Appends the records that the log lacks. Returns whether any were added. */
export function* appendRecords(added: AddedRecords): Transaction<boolean> {
  const generation = yield* lockAndGetGeneration(added);
  if (generation === undefined) return false;
  return (yield* appendNewRecords(added, generation)) > generation;
}

/** Stores the outcome of an effect, and also earlier records if the database lacks them. */
export function* storeOutcomeAndRecords(
  added: AddedRecords,
  name: string,
  content: StoredContent,
): Transaction<boolean> {
  const isNews = yield* appendRecords(added);
  yield* storeContent(added.taskId, name, content);
  return isNews;
}

/** Ends a task unless it has unprocessed messages. Returns those messages. */
export function* endTaskIfNoMessages(added: AddedRecords): Transaction<readonly InboundMessage[]> {
  const { taskId, records, state } = added;
  const generation = yield* lockAndGetGeneration(added);
  const last = records.at(-1);
  // A worker repeats a request whose answer it did not receive; the end may thus be stored already.
  if (generation === undefined || (last && last.event.generation <= generation)) return [];
  const before = { taskId, records: records.slice(0, -1), state: 'working' } as const;
  const reached = yield* appendNewRecords(before, generation);
  const waiting = yield* listUnprocessedMessages(taskId);
  if (waiting.length > 0) return waiting;
  yield* appendNewRecords({ taskId, records: records.slice(-1), state }, reached);
  return [];
}

/** Locks a task and returns the length of its log. Undefined if the task was pruned. */
function* lockAndGetGeneration({ taskId, records }: AddedRecords): Transaction<number | undefined> {
  const first = records[0]?.event;
  if (first?.type === 'task.submitted') {
    const { principal, agent, contextId, at } = first;
    const row = { id: first.taskId, principal, agent, contextId, createdAt: at, updatedAt: at };
    yield* insertTask({ ...row, state: 'submitted', generation: 0, hasEnded: false });
  }
  const sql = 'UPDATE task SET ended = ended WHERE id = :taskId RETURNING generation';
  const row = yield* queryFirst(sql, { taskId });
  return row && Number(row['generation']);
}

/** Appends records and returns the length of the log. Throws if the log would have a gap. */
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
  for (const { event: outline, content: name } of fresh) {
    const content = name === undefined ? undefined : yield* readContent(taskId, name);
    const event = restoreEvent(outline, content);
    yield* insertEvent(taskId, event.generation, JSON.stringify(event));
    yield* deleteInterimData(taskId, event);
    if (content?.kind === 'event' && content.messageId !== undefined) {
      yield* markProcessed(taskId, content.messageId);
    }
  }
  for (const name of new Set(fresh.map(({ content }) => content))) {
    if (name !== undefined) yield* deleteContent(taskId, name);
  }
  const { generation, at: updatedAt } = last;
  yield* execute(
    `UPDATE task SET state = :state, ended = :ended, updated_at = :updatedAt,
       generation = :generation WHERE id = :taskId`,
    { taskId, state, ended: last.type === 'task.finished' ? 1 : 0, updatedAt, generation },
  );
  return generation;
}

/** Deletes data that was stored apart from an event until the event reached the log. */
function* deleteInterimData(taskId: string, event: NumberedEvent): Transaction<void> {
  // A message counts as processed when its first event is stored.
  if ('messageId' in event) yield* markProcessed(taskId, event.messageId);
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

import type { NumberedEvent, TaskSubmitted } from '@timestep-ai/timestep/core';
import { completed, type Content } from '../task/outline.ts';
import type { Added, InboundMessage, Recorded } from '../task/task-record.ts';
import { keepContent, readContent } from './content.ts';
import { markTaken, messagesFor } from './inbound.ts';
import { rowsOf, type Transaction } from '@timestep-ai/timestep/store';

/**
 * Writes the records that the log does not have yet, each as a whole; existing ones stay unchanged.
 * Returns whether there were any.
 */
export function* appendRecords(added: Added): Transaction<boolean> {
  const generation = yield* locked(added);
  if (generation === undefined) return false;
  yield* write(added, generation);
  return (added.records.at(-1)?.event.generation ?? 0) > generation;
}

/**
 * Keeps the outcome of an effect, and the records before it, in case the database has lost records
 * that it had accepted.
 */
export function* keepOutcome(added: Added, name: string, content: Content): Transaction<boolean> {
  const isNews = yield* appendRecords(added);
  yield* keepContent(added.taskId, name, content);
  return isNews;
}

/** Ends a task, unless it has accepted messages that it has not taken: then it returns those. */
export function* closeTask(added: Added): Transaction<readonly InboundMessage[]> {
  const { taskId, records, state } = added;
  const generation = yield* locked(added);
  const last = records.at(-1);
  // The task has ended before, and a worker that did not receive the answer asks again.
  if (generation === undefined || (last && last.event.generation <= generation)) return [];
  const before = { taskId, records: records.slice(0, -1), state: 'working' } as const;
  const reached = yield* write(before, generation);
  const waiting = yield* messagesFor(taskId);
  if (waiting.length > 0) return waiting;
  yield* write({ taskId, records: records.slice(-1), state }, reached);
  return [];
}

/**
 * Creates the task where it is new, locks its row, and returns the last number of its log;
 * `undefined` for a task that had ended and was pruned.
 */
function* locked({ taskId, records }: Added): Transaction<number | undefined> {
  const first = records[0]?.event;
  if (first?.type === 'task.submitted') yield* insertTask(first, first.at);
  const [row] = yield* rowsOf(
    'UPDATE task SET ended = ended WHERE id = ? RETURNING generation',
    taskId,
  );
  return row && Number(row['generation']);
}

function* insertTask(event: TaskSubmitted, at: number): Transaction<void> {
  yield* rowsOf(
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

/** Returns the last number of the log afterwards. Throws where the log would get a gap. */
function* write({ taskId, records, state }: Added, known: number): Transaction<number> {
  const fresh = records.filter(({ event }) => event.generation > known);
  const [first, last] = [fresh.at(0)?.event, fresh.at(-1)?.event];
  if (!first || !last) return known;
  if (first.generation !== known + 1) {
    throw new Error(`event ${first.generation} of task ${taskId} would leave a gap after ${known}`);
  }
  for (const record of fresh) {
    const content = yield* contentOf(taskId, record);
    const event = completed(record.event, content);
    yield* rowsOf(
      'INSERT INTO event (task_id, generation, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      taskId,
      event.generation,
      JSON.stringify(event),
    );
    yield* forget(taskId, event);
    if (content?.kind === 'event' && content.messageId !== undefined) {
      yield* markTaken(taskId, content.messageId);
    }
  }
  for (const name of new Set(fresh.map(({ content }) => content))) {
    if (name === undefined) continue;
    yield* rowsOf('DELETE FROM content WHERE task_id = ? AND name = ?', taskId, name);
  }
  yield* rowsOf(
    'UPDATE task SET state = ?, ended = ?, updated_at = ?, generation = ? WHERE id = ?',
    state,
    last.type === 'task.finished' ? 1 : 0,
    last.at,
    last.generation,
    taskId,
  );
  return last.generation;
}

function* contentOf(taskId: string, { content: name }: Recorded): Transaction<Content | undefined> {
  return name === undefined ? undefined : yield* readContent(taskId, name);
}

/** Deletes what was kept for an event until the event was in the log. */
function* forget(taskId: string, event: NumberedEvent): Transaction<void> {
  // A message is taken with the first event that comes of it.
  if ('messageId' in event) yield* markTaken(taskId, event.messageId);
  switch (event.type) {
    case 'model.replied':
    case 'model.failed':
    case 'model.lost':
      yield* rowsOf('DELETE FROM delta WHERE task_id = ? AND step = ?', taskId, event.step);
      break;
    default:
  }
}

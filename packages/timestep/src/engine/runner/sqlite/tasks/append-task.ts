import { isFinal, isSuspended } from '#core';
import {
  addWork,
  execute,
  FencedError,
  getTaskFigures,
  insertEvent,
  insertTask,
  storeBlobs,
  taskToRow,
  type RunTransaction,
} from '#engine/store';
import { hasMail } from '../messages/mail-table.ts';
import { markWaitsDue, replaceWaits } from '../waits/wait-table.ts';
import type { TaskWrite } from './task-write.ts';

/** SQL condition for a task that this process still owns and has written last. */
const AS_OWNED = 'id = :id AND owner = :owner AND epoch = :epoch AND generation = :before';

/** Statement for events that leave the state unchanged, as most do, so that fewer indexes are written. */
const UPDATE_PROGRESS = `UPDATE task SET updated_at = :updatedAt, generation = :generation
  WHERE ${AS_OWNED} AND state = :state AND suspended = :suspended AND ended = :ended`;

const UPDATE_STATE = `UPDATE task SET state = :state, suspended = :suspended, ended = :ended,
  tokens = :tokens, cost_usd = :costUsd, took_ms = :tookMs, updated_at = :updatedAt, generation = :generation WHERE ${AS_OWNED}`;

const STORE_SNAPSHOT = `INSERT INTO snapshot (body, task_id) VALUES (:body, :id)
  ON CONFLICT (task_id) DO UPDATE SET body = excluded.body`;

/** Stores a new task that a process owns. Must run in a transaction. */
export function insertTaskWrite(run: RunTransaction, written: TaskWrite, owner: string): void {
  const { task } = written;
  run(
    insertTask({
      ...taskToRow(task),
      hasEnded: isFinal(task),
      owner,
      figures: getTaskFigures(task),
    }),
  );
  writeEvents(run, written);
}

/** Appends events. Returns whether waiting calls may be due. Throws `FencedError` if the process may not write. */
export function appendTaskWrite(
  run: RunTransaction,
  written: TaskWrite,
  owner: string,
  epoch: number,
): boolean {
  const { task, waits } = written;
  const { id, state, end, updatedAt, generation } = task;
  const isWaiting = isSuspended(task);
  if (end && run(hasMail(id))) {
    throw new FencedError('mail-pending', `task ${id} has mail and cannot end yet`);
  }
  const before = generation - written.events.length;
  const [suspended, ended] = [isWaiting ? 1 : 0, end ? 1 : 0];
  const values = { id, owner, epoch, before, state, updatedAt, generation, suspended, ended };
  const isProgress = run(execute(UPDATE_PROGRESS, values)) > 0;
  if (!isProgress && !run(execute(UPDATE_STATE, { ...values, ...getTaskFigures(task) }))) {
    throw new FencedError('fenced', `task ${id} has been taken over by another process`);
  }
  writeEvents(run, written);
  if (waits) run(replaceWaits(task, waits));
  return run(markWaitsDue(task)) || isWaiting || (waits !== undefined && waits.length > 0);
}

function writeEvents(run: RunTransaction, { task, events, snapshot, work }: TaskWrite): void {
  const { id } = task;
  for (const { generation, content } of events) {
    run(insertEvent(id, generation, content.text));
    if (content.uses.length > 0) run(storeBlobs(id, content));
  }
  for (const counted of work) run(addWork(counted));
  if (!snapshot) return;
  run(execute(STORE_SNAPSHOT, { body: snapshot.text, id }));
  run(storeBlobs(id, snapshot));
}

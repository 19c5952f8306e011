import { isFinal, isSuspended } from '#core';
import {
  execute,
  FencedError,
  insertEvent,
  insertTask,
  storeBlobs,
  taskToRow,
  type Transaction,
} from '#engine/store';
import { hasMail } from '../messages/mail-table.ts';
import { markWaitsDue, replaceWaits } from '../waits/wait-table.ts';
import type { TaskWrite } from './task-write.ts';

/** Matches a task that this process still owns, as it last wrote it. */
const AS_OWNED = 'id = :id AND owner = :owner AND epoch = :epoch AND generation = :before';

/** Most events do not change the state, so fewer indexes need writing. */
const UPDATE_PROGRESS = `UPDATE task SET updated_at = :updatedAt, generation = :generation
  WHERE ${AS_OWNED} AND state = :state AND suspended = :suspended AND ended = :ended`;

const UPDATE_STATE = `UPDATE task SET state = :state, suspended = :suspended, ended = :ended,
  updated_at = :updatedAt, generation = :generation WHERE ${AS_OWNED}`;

export const appendTransactions = {
  *insert(written: TaskWrite, owner: string): Transaction<void> {
    const { task } = written;
    yield* insertTask({ ...taskToRow(task), hasEnded: isFinal(task), owner });
    yield* writeEvents(written);
  },

  /**
   * Appends events. Returns whether calls that wait for tasks may be due. Throws `FencedError` if
   * the task was taken over, has other events, or would end with unread mail.
   */
  *append(written: TaskWrite, owner: string, epoch: number): Transaction<boolean> {
    const { task, waits } = written;
    const { id, state, end, updatedAt, generation } = task;
    const suspended = isSuspended(task);
    if (end && (yield* hasMail(id))) {
      throw new FencedError('mail-pending', `task ${id} has mail and cannot end yet`);
    }
    const before = generation - written.events.length;
    const flags = { suspended: suspended ? 1 : 0, ended: end ? 1 : 0 };
    const values = { id, owner, epoch, before, state, updatedAt, generation, ...flags };
    const isUpdated =
      (yield* execute(UPDATE_PROGRESS, values)) || (yield* execute(UPDATE_STATE, values));
    if (!isUpdated) {
      throw new FencedError('fenced', `task ${id} has been taken over by another process`);
    }
    yield* writeEvents(written);
    if (waits) yield* replaceWaits(task, waits);
    return (yield* markWaitsDue(task)) || suspended || (waits !== undefined && waits.length > 0);
  },
};

function* writeEvents({ task, events, snapshot }: TaskWrite): Transaction<void> {
  const { id } = task;
  for (const { generation, content } of events) {
    yield* insertEvent(id, generation, content.text);
    if (content.uses.length > 0) yield* storeBlobs(id, content);
  }
  if (!snapshot) return;
  yield* execute(
    `INSERT INTO snapshot (body, task_id) VALUES (:body, :id)
     ON CONFLICT (task_id) DO UPDATE SET body = excluded.body`,
    { body: snapshot.text, id },
  );
  yield* storeBlobs(id, snapshot);
}

import type { DatabaseSync } from 'node:sqlite';
import type { ContentTable } from './content-table.ts';
import { isSuspended } from '../../../../core/index.ts';
import { FencedError } from '../store-error.ts';
import { createWaitWriter } from '../waits/wait-table.ts';
import type { TaskWrite } from './task-write.ts';

/** Writes tasks and their logs. All methods must run in a transaction. */
export interface TaskWriter {
  insert(written: TaskWrite, owner: string): void;
  /**
   * Appends to a log. Throws `FencedError`, with nothing written, if another claim owns the task,
   * the events do not follow the stored events, or the task would end with unprocessed mail.
   * Returns whether calls that wait for other tasks may be due now.
   */
  append(written: TaskWrite, owner: string, epoch: number): boolean;
}

/** SQL condition for a task row that this process still owns, as it last wrote it. */
const AS_OWNED = 'WHERE id = ? AND owner = ? AND epoch = ? AND generation = ?';

export function createTaskWriter(database: DatabaseSync, contents: ContentTable): TaskWriter {
  const insertTask = database.prepare(
    `INSERT INTO task (id, principal, agent, context_id, state, ended, created_at, updated_at, generation, owner, epoch)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
  );
  const insertEvent = database.prepare(
    'INSERT INTO event (task_id, generation, body) VALUES (?, ?, ?)',
  );
  const updateTask = database.prepare(
    `UPDATE task SET state = ?, suspended = ?, ended = ?, updated_at = ?, generation = ?
     ${AS_OWNED}`,
  );
  // Most events do not change the state, so fewer indexes need writing.
  const updateProgress = database.prepare(
    `UPDATE task SET updated_at = ?, generation = ?
     ${AS_OWNED} AND state = ? AND suspended = ? AND ended = ?`,
  );
  const updateSnapshot = database.prepare(
    `INSERT INTO snapshot (body, task_id) VALUES (?, ?)
     ON CONFLICT (task_id) DO UPDATE SET body = excluded.body`,
  );
  const waiting = createWaitWriter(database);
  const hasMail = database.prepare('SELECT 1 FROM mail WHERE task_id = ? LIMIT 1');

  function writeEvents({ task, events: added, snapshot }: TaskWrite): void {
    for (const { generation, content } of added) {
      insertEvent.run(task.id, generation, content.text);
      contents.storeBlobs(task.id, content);
    }
    if (!snapshot) return;
    updateSnapshot.run(snapshot.text, task.id);
    contents.storeBlobs(task.id, snapshot);
  }

  return {
    insert(written, owner) {
      const { task } = written;
      const { origin } = task;
      insertTask.run(
        task.id,
        origin.principal,
        origin.agent,
        task.contextId,
        task.state,
        task.end ? 1 : 0,
        task.createdAt,
        task.updatedAt,
        task.generation,
        owner,
      );
      writeEvents(written);
    },
    append(written, owner, epoch) {
      const { task, waits } = written;
      const { id, state, end, updatedAt, generation } = task;
      const suspended = isSuspended(task);
      if (end && hasMail.get(id)) {
        throw new FencedError('mail-pending', `task ${id} has mail and cannot end yet`);
      }
      const before = generation - written.events.length;
      const status = [state, suspended ? 1 : 0, end ? 1 : 0];
      const progress = [updatedAt, generation];
      const place = [id, owner, epoch, before];
      const isUpdated =
        updateProgress.run(...progress, ...place, ...status).changes === 1 ||
        updateTask.run(...status, ...progress, ...place).changes === 1;
      if (!isUpdated) {
        throw new FencedError('fenced', `task ${id} has been taken over by another process`);
      }
      writeEvents(written);
      if (waits) waiting.replaceWaits(task, waits);
      return waiting.markDue(task) || suspended || (waits !== undefined && waits.length > 0);
    },
  };
}

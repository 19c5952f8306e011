import type { DatabaseSync } from 'node:sqlite';
import type { ContentTable } from './content-table.ts';
import { isSuspended } from '../../core/index.ts';
import { FencedError } from './store-error.ts';
import { createWaitWriting } from './wait-table.ts';
import type { WrittenTask } from './written-task.ts';

/** Writes tasks and their logs. Everything must run in a transaction. */
export interface TaskWriting {
  insert(written: WrittenTask, owner: string): void;
  /**
   * Appends to a log; throws `FencedError`, with nothing written, when the task belongs to another
   * claim, the events do not follow those on disk, or the task would end with untaken mail. Returns
   * whether calls that wait for other tasks may be due now.
   */
  append(written: WrittenTask, owner: string, epoch: number): boolean;
}

/** The row of a task that this process still owns, as it last wrote it. */
const AS_HELD = 'WHERE id = ? AND owner = ? AND epoch = ? AND generation = ?';

export function createTaskWriting(database: DatabaseSync, contents: ContentTable): TaskWriting {
  const insertTask = database.prepare(
    `INSERT INTO task (id, principal, agent, context_id, state, ended, created_at, updated_at, generation, owner, epoch)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
  );
  const insertEvent = database.prepare(
    'INSERT INTO event (task_id, generation, body) VALUES (?, ?, ?)',
  );
  const updateTask = database.prepare(
    `UPDATE task SET state = ?, suspended = ?, ended = ?, updated_at = ?, generation = ?
     ${AS_HELD}`,
  );
  // Most events leave the state as it is, and then fewer indexes are written.
  const updateProgress = database.prepare(
    `UPDATE task SET updated_at = ?, generation = ?
     ${AS_HELD} AND state = ? AND suspended = ? AND ended = ?`,
  );
  const updateSnapshot = database.prepare(
    `INSERT INTO snapshot (body, task_id) VALUES (?, ?)
     ON CONFLICT (task_id) DO UPDATE SET body = excluded.body`,
  );
  const waiting = createWaitWriting(database);
  const hasMail = database.prepare('SELECT 1 FROM mail WHERE task_id = ? LIMIT 1');

  function write({ task, events: added, snapshot }: WrittenTask): void {
    for (const { generation, content } of added) {
      insertEvent.run(task.id, generation, content.text);
      contents.keep(task.id, content);
    }
    if (!snapshot) return;
    updateSnapshot.run(snapshot.text, task.id);
    contents.keep(task.id, snapshot);
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
      write(written);
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
      write(written);
      if (waits) waiting.keep(task, waits);
      return waiting.wake(task) || suspended || (waits !== undefined && waits.length > 0);
    },
  };
}

import type { Mail } from '../../core/index.ts';
import type { DatabaseSync } from 'node:sqlite';

/** Mail that a task has not taken yet. Ids rise and are never used again. */
interface PendingMail {
  readonly id: number;
  readonly mail: Mail;
}

/** Mail from processes to tasks that other processes drive. Writes must run in a transaction. */
export interface MailTable {
  put(taskId: string, mail: Mail): void;
  /** A task's mail after an id, oldest first. */
  pending(taskId: string, after: number): PendingMail[];
  remove(id: number): void;
  /** The tasks of an owner that have mail. */
  addressedTo(owner: string): string[];
}

export function createMailTable(database: DatabaseSync): MailTable {
  const insert = database.prepare('INSERT INTO mail (task_id, body) VALUES (?, ?)');
  const select = database.prepare(
    'SELECT id, body FROM mail WHERE task_id = ? AND id > ? ORDER BY id',
  );
  const remove = database.prepare('DELETE FROM mail WHERE id = ?');
  const selectTasks = database.prepare(
    `SELECT DISTINCT task.id FROM mail JOIN task ON task.id = mail.task_id WHERE owner = ?`,
  );
  return {
    put(taskId, mail) {
      insert.run(taskId, JSON.stringify(mail));
    },
    pending: (taskId, after) =>
      select.all(taskId, after).map((row) => ({
        id: Number(row['id']),
        mail: JSON.parse(String(row['body'])) as Mail,
      })),
    remove(id) {
      remove.run(id);
    },
    addressedTo: (owner) => selectTasks.all(owner).map((row) => String(row['id'])),
  };
}

import type { MailboxItem } from '../../../../core/index.ts';
import type { DatabaseSync } from 'node:sqlite';

/** Mail that a task has not processed yet. Ids increase and are never reused. */
interface PendingMail {
  readonly id: number;
  readonly mail: MailboxItem;
}

/** Mail for tasks that other processes run. Writes must run in a transaction. */
export interface MailTable {
  put(taskId: string, mail: MailboxItem): void;
  /** Lists a task's mail after an id, oldest first. */
  listPending(taskId: string, after: number): PendingMail[];
  remove(id: number): void;
  /** Lists the tasks of an owner that have mail. */
  listTasksWithMail(owner: string): string[];
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
    listPending: (taskId, after) =>
      select.all(taskId, after).map((row) => ({
        id: Number(row['id']),
        mail: JSON.parse(String(row['body'])) as MailboxItem,
      })),
    remove(id) {
      remove.run(id);
    },
    listTasksWithMail: (owner) => selectTasks.all(owner).map((row) => String(row['id'])),
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { MailboxItem } from '#core';
import {
  bindTransactions,
  createTransactionRunner,
  execute,
  queryFirst,
  queryRows,
  type BoundTransactions,
  type Transaction,
} from '#engine/store';

/** Id of a message in the mailbox. Ids increase and are never reused. */
interface PendingMail {
  readonly id: number;
  readonly mail: MailboxItem;
}

export function* hasMail(taskId: string): Transaction<boolean> {
  const sql = 'SELECT 1 FROM mail WHERE task_id = :taskId LIMIT 1';
  return (yield* queryFirst(sql, { taskId })) !== undefined;
}

const mailTransactions = {
  *put(taskId: string, mail: MailboxItem): Transaction<void> {
    const sql = 'INSERT INTO mail (task_id, body) VALUES (:taskId, :body)';
    yield* execute(sql, { taskId, body: JSON.stringify(mail) });
  },

  *listPending(taskId: string, after: number): Transaction<readonly PendingMail[]> {
    const sql = 'SELECT id, body FROM mail WHERE task_id = :taskId AND id > :after ORDER BY id';
    return (yield* queryRows(sql, { taskId, after })).map((row) => ({
      id: Number(row['id']),
      mail: JSON.parse(String(row['body'])) as MailboxItem,
    }));
  },

  *remove(id: number): Transaction<void> {
    yield* execute('DELETE FROM mail WHERE id = :id', { id });
  },

  *listTasksWithMail(owner: string): Transaction<readonly string[]> {
    const sql =
      'SELECT DISTINCT task_id FROM mail JOIN task ON task.id = task_id WHERE owner = :owner';
    return (yield* queryRows(sql, { owner })).map((row) => String(row['task_id']));
  },
};

/** Table of mailboxes, for messages to tasks that other processes run. */
export type MailTable = BoundTransactions<typeof mailTransactions>;

export function createMailTable(database: DatabaseSync): MailTable {
  return bindTransactions(createTransactionRunner(database), mailTransactions);
}

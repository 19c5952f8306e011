import type { Submission } from '@timestep-ai/timestep/core';
import {
  execute,
  findInboundMessageRow,
  queryFirst,
  queryRows,
  type Row,
  type Transaction,
} from '@timestep-ai/timestep/store';
import { contentNames } from '../task/content-key.ts';
import { submissionToOutline, type StoredContent } from '../task/outline.ts';
import type { InboundMessage } from '../task/task-record.ts';
import { storeContentIfMissing, readStoredContent } from './interim-data.ts';

export type StoreMessageResult =
  | { readonly kind: 'kept' }
  /** The message was already stored. `isTaken` is true if it is also in the log. */
  | {
      readonly kind: 'known';
      readonly taskId: string;
      readonly at: number;
      readonly isTaken: boolean;
    }
  | { readonly kind: 'other-body' }
  | { readonly kind: 'ended' };

export type WaitingMessage = InboundMessage & { readonly taskId: string };

const OF_MESSAGE = 'principal = :principal AND agent = :agent AND message_id = :messageId';

export function* storeMessage(
  { submission, at }: InboundMessage,
  bodyHash: string,
  taskId: string,
  contents: Readonly<Record<string, StoredContent>>,
): Transaction<StoreMessageResult> {
  const { principal, agent, messageId } = submission;
  // Locks the task's row, so that the task cannot end before the message is stored.
  const task = yield* queryFirst(
    'UPDATE task SET ended = ended WHERE id = :taskId RETURNING ended',
    { taskId },
  );
  const inserted = yield* execute(
    `INSERT INTO inbound
       (principal, agent, message_id, task_id, body_hash, accepted_at, delivered, taken)
     VALUES (:principal, :agent, :messageId, :taskId, :bodyHash, :at, 0, 0)
     ON CONFLICT DO NOTHING`,
    { principal, agent, messageId, taskId, bodyHash, at },
  );
  if (inserted === 0) {
    return (yield* findEarlierMessage(submission, bodyHash)) ?? { kind: 'other-body' };
  }
  if (task?.['ended'] === 1) {
    yield* execute(`DELETE FROM inbound WHERE ${OF_MESSAGE}`, { principal, agent, messageId });
    return { kind: 'ended' };
  }
  for (const [name, content] of Object.entries(contents))
    yield* storeContentIfMissing(taskId, name, content);
  return { kind: 'kept' };
}

export function* findEarlierMessage(
  submission: Submission,
  bodyHash: string,
): Transaction<StoreMessageResult | undefined> {
  const row = yield* findInboundMessageRow(submission);
  if (!row) return undefined;
  if (row['body_hash'] !== bodyHash) return { kind: 'other-body' };
  return {
    kind: 'known',
    taskId: String(row['task_id']),
    at: Number(row['accepted_at']),
    isTaken: row['taken'] === 1,
  };
}

/** Records that a message has reached Temporal, which stores it durably. */
export function* markMessageDelivered({
  principal,
  agent,
  messageId,
}: Submission): Transaction<void> {
  const sql = `UPDATE inbound SET delivered = 1 WHERE ${OF_MESSAGE}`;
  yield* execute(sql, { principal, agent, messageId });
}

export function* markMessageProcessed(taskId: string, messageId: string): Transaction<void> {
  yield* execute(
    `UPDATE inbound SET delivered = 1, taken = 1
     WHERE task_id = :taskId AND message_id = :messageId AND taken = 0`,
    { taskId, messageId },
  );
}

export function* hasUnprocessedMessages(taskId: string): Transaction<boolean> {
  const sql = 'SELECT 1 AS found FROM inbound WHERE task_id = :taskId AND taken = 0 LIMIT 1';
  return (yield* queryFirst(sql, { taskId })) !== undefined;
}

/** Lists a task's unprocessed messages in the order in which they were accepted. */
export function* listUnprocessedMessages(taskId: string): Transaction<readonly InboundMessage[]> {
  const rows = yield* queryRows(
    `SELECT task_id, message_id, accepted_at FROM inbound WHERE task_id = :taskId AND taken = 0
     ORDER BY accepted_at, message_id`,
    { taskId },
  );
  return yield* readSubmissions(rows);
}

/** Lists messages accepted before a given time that may not have reached Temporal. */
export function* listUndeliveredMessages(
  acceptedBefore: number,
): Transaction<readonly WaitingMessage[]> {
  const rows = yield* queryRows(
    `SELECT task_id, message_id, accepted_at FROM inbound
     WHERE taken = 0 AND delivered = 0 AND accepted_at <= :acceptedBefore ORDER BY accepted_at LIMIT 100`,
    { acceptedBefore },
  );
  return yield* readSubmissions(rows);
}

function* readSubmissions(rows: readonly Row[]): Transaction<readonly WaitingMessage[]> {
  const waiting: WaitingMessage[] = [];
  for (const row of rows) {
    const taskId = String(row['task_id']);
    const content = yield* readStoredContent(
      taskId,
      contentNames.message(String(row['message_id'])),
    );
    if (content?.kind !== 'submission') continue;
    const submission = submissionToOutline(content.submission);
    waiting.push({ taskId, submission, at: Number(row['accepted_at']) });
  }
  return waiting;
}

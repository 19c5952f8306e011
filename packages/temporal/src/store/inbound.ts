import type { Submission } from '@timestep-ai/timestep/core';
import { contentKey } from '../task/content-key.ts';
import { outlineOfSubmission, type Content } from '../task/outline.ts';
import type { InboundMessage } from '../task/task-record.ts';
import { keepContent, readContent } from './content.ts';
import { firstOf, rowsOf, type Row, type Transaction } from '@timestep-ai/timestep/store';

/** The result of keeping a message. */
export type Reserved =
  | { readonly kind: 'kept' }
  /** The same message was sent before; `isTaken` once it is in the log. */
  | {
      readonly kind: 'known';
      readonly taskId: string;
      readonly at: number;
      readonly isTaken: boolean;
    }
  | { readonly kind: 'other-body' }
  | { readonly kind: 'ended' };

/** A message that has not reached its task. */
export interface WaitingMessage extends InboundMessage {
  readonly taskId: string;
}

export function* reserve(
  { submission, at }: InboundMessage,
  bodyHash: string,
  taskId: string,
  contents: Readonly<Record<string, Content>>,
): Transaction<Reserved> {
  const { principal, agent, messageId } = submission;
  // Locks the task's row, so that the task does not end meanwhile.
  const [task] = yield* rowsOf(
    'UPDATE task SET ended = ended WHERE id = ? RETURNING ended',
    taskId,
  );
  const inserted = yield* rowsOf(
    `INSERT INTO inbound (principal, agent, message_id, task_id, body_hash, accepted_at, delivered, taken)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0) ON CONFLICT DO NOTHING RETURNING task_id`,
    principal,
    agent,
    messageId,
    taskId,
    bodyHash,
    at,
  );
  if (inserted.length === 0) {
    return (yield* sentBefore(submission, bodyHash)) ?? { kind: 'other-body' };
  }
  if (task?.['ended'] === 1) {
    yield* rowsOf(
      'DELETE FROM inbound WHERE principal = ? AND agent = ? AND message_id = ?',
      principal,
      agent,
      messageId,
    );
    return { kind: 'ended' };
  }
  for (const [name, content] of Object.entries(contents)) yield* keepContent(taskId, name, content);
  return { kind: 'kept' };
}

/** The state of a message with that id that was sent before, if any. */
export function* sentBefore(
  submission: Submission,
  bodyHash: string,
): Transaction<Reserved | undefined> {
  const { principal, agent, messageId } = submission;
  const row = yield* firstOf(
    `SELECT task_id, body_hash, accepted_at, taken FROM inbound
     WHERE principal = ? AND agent = ? AND message_id = ?`,
    principal,
    agent,
    messageId,
  );
  if (!row) return undefined;
  if (row['body_hash'] !== bodyHash) return { kind: 'other-body' };
  return {
    kind: 'known',
    taskId: String(row['task_id']),
    at: Number(row['accepted_at']),
    isTaken: row['taken'] === 1,
  };
}

/** Records that Temporal has a message, which it then does not lose. */
export function* markDelivered({ principal, agent, messageId }: Submission): Transaction<void> {
  yield* rowsOf(
    'UPDATE inbound SET delivered = 1 WHERE principal = ? AND agent = ? AND message_id = ?',
    principal,
    agent,
    messageId,
  );
}

/** Records that the log has a message. */
export function* markTaken(taskId: string, messageId: string): Transaction<void> {
  yield* rowsOf(
    'UPDATE inbound SET delivered = 1, taken = 1 WHERE task_id = ? AND message_id = ? AND taken = 0',
    taskId,
    messageId,
  );
}

export function* waitsForMessages(taskId: string): Transaction<boolean> {
  const row = yield* firstOf(
    'SELECT 1 AS found FROM inbound WHERE task_id = ? AND taken = 0 LIMIT 1',
    taskId,
  );
  return row !== undefined;
}

/** The messages that a task has not taken, in the order in which they were accepted. */
export function* messagesFor(taskId: string): Transaction<readonly InboundMessage[]> {
  const rows = yield* rowsOf(
    `SELECT task_id, message_id, accepted_at FROM inbound WHERE task_id = ? AND taken = 0
     ORDER BY accepted_at, message_id`,
    taskId,
  );
  return yield* withSubmissions(rows);
}

/** Messages that were accepted by then, and may not have reached Temporal. */
export function* messagesUndelivered(acceptedBy: number): Transaction<readonly WaitingMessage[]> {
  const rows = yield* rowsOf(
    `SELECT task_id, message_id, accepted_at FROM inbound WHERE delivered = 0 AND accepted_at <= ?
     ORDER BY accepted_at LIMIT 100`,
    acceptedBy,
  );
  return yield* withSubmissions(rows);
}

function* withSubmissions(rows: readonly Row[]): Transaction<readonly WaitingMessage[]> {
  const waiting: WaitingMessage[] = [];
  for (const row of rows) {
    const taskId = String(row['task_id']);
    const content = yield* readContent(taskId, contentKey.message(String(row['message_id'])));
    if (content?.kind !== 'submission') continue;
    const submission = outlineOfSubmission(content.submission);
    waiting.push({ taskId, submission, at: Number(row['accepted_at']) });
  }
  return waiting;
}

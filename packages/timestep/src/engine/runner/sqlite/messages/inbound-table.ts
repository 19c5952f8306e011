import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isChain, type Submission } from '../../../../core/index.ts';
import { computeListDigest } from '../tasks/content-text.ts';
import { toComparableSubmission } from '../../sent-part.ts';

/** An accepted message: its task and the hash of its body. */
interface InboundMessage {
  readonly taskId: string;
  readonly bodyHash: string;
}

/** Accepted messages by sender, agent and message id. Writes must run in a transaction. */
export interface InboundTable {
  find(submission: Submission): InboundMessage | undefined;
  insert(submission: Submission, accepted: InboundMessage): void;
}

export function createInboundTable(database: DatabaseSync): InboundTable {
  const select = database.prepare(
    'SELECT task_id, body_hash FROM inbound WHERE principal = ? AND agent = ? AND message_id = ?',
  );
  const insert = database.prepare(
    `INSERT INTO inbound (principal, agent, message_id, task_id, body_hash) VALUES (?, ?, ?, ?, ?)`,
  );
  return {
    find({ principal, agent, messageId }) {
      const row = select.get(principal, agent, messageId);
      return row && { taskId: String(row['task_id']), bodyHash: String(row['body_hash']) };
    },
    insert({ principal, agent, messageId }, { taskId, bodyHash }) {
      insert.run(principal, agent, messageId, taskId, bodyHash);
    },
  };
}

/** Returns the hash of what a client sent. Equal bodies have equal hashes. */
export function computeBodyHash(submission: Submission): string {
  const { taskId, contextId, message, results, approvals, start } =
    toComparableSubmission(submission);
  const begun =
    start && isChain(start.history)
      ? { ...start, history: computeListDigest(start.history) }
      : start;
  const body = JSON.stringify([taskId, contextId, message, results, approvals, begun]);
  return createHash('sha256').update(body).digest('base64url');
}

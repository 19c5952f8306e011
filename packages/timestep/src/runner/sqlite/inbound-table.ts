import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isChain, type Submission } from '../../core/index.ts';
import { digestOf } from './content-text.ts';
import { sentPart } from '../sent-part.ts';

/** A message that was accepted before: its task and its digest. */
interface Accepted {
  readonly taskId: string;
  readonly bodyHash: string;
}

/** Accepted messages, by sender, agent and message id. Writes must run in a transaction. */
export interface InboundTable {
  find(submission: Submission): Accepted | undefined;
  insert(submission: Submission, accepted: Accepted): void;
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

/** A digest of what a client sent; equal bodies have equal digests. */
export function bodyHashOf(submission: Submission): string {
  const { taskId, contextId, message, results, approvals, start } = sentPart(submission);
  const begun =
    start && isChain(start.history) ? { ...start, history: digestOf(start.history) } : start;
  const body = JSON.stringify([taskId, contextId, message, results, approvals, begun]);
  return createHash('sha256').update(body).digest('base64url');
}

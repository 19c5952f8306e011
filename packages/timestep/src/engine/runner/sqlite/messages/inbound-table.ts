import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isChain, type Submission } from '#core';
import {
  bindTransactions,
  computeListDigest,
  createTransactionRunner,
  execute,
  findInboundMessageRow,
  type BoundTransactions,
  type Transaction,
} from '#engine/store';
import { toComparableSubmission } from '../../sent-part.ts';

interface InboundMessage {
  readonly taskId: string;
  readonly bodyHash: string;
}

const inboundTransactions = {
  *find(submission: Submission): Transaction<InboundMessage | undefined> {
    const row = yield* findInboundMessageRow(submission);
    return row && { taskId: String(row['task_id']), bodyHash: String(row['body_hash']) };
  },

  *insert(
    { principal, agent, messageId }: Submission,
    { taskId, bodyHash }: InboundMessage,
  ): Transaction<void> {
    yield* execute(
      `INSERT INTO inbound (principal, agent, message_id, task_id, body_hash)
       VALUES (:principal, :agent, :messageId, :taskId, :bodyHash)`,
      { principal, agent, messageId, taskId, bodyHash },
    );
  },
};

/** Table of accepted messages by sender, agent and message id. Writes must run in a transaction. */
export type InboundTable = BoundTransactions<typeof inboundTransactions>;

export function createInboundTable(database: DatabaseSync): InboundTable {
  return bindTransactions(createTransactionRunner(database), inboundTransactions);
}

/** Returns a hash of a client's message. Equal messages have equal hashes. */
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

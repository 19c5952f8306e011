import { TimestepError } from '#core';

/** Why an agent cannot be created, or why it returned no answer. */
export type AgentErrorCode =
  | 'bad-options'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'limit-reached'
  | 'output-mismatch'
  | 'no-message';

/** Thrown if an agent cannot be created with its options, or if its task ends without an answer. */
export class AgentError extends TimestepError {
  declare readonly code: AgentErrorCode;
}

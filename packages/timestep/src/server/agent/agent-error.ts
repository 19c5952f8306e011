import { TimestepError } from '../../core/index.ts';

/** Why an agent cannot be made, or why it gave no answer. */
export type AgentErrorCode =
  | 'bad-options'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'limit-reached'
  | 'output-mismatch'
  | 'no-message';

/** An agent cannot be made with its options, or a task of it ended without an answer. */
export class AgentError extends TimestepError {
  declare readonly code: AgentErrorCode;
}

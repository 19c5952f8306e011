import { TimestepError } from '#core';

/** Error codes of `ConversationError`. Its message explains what happened. */
export type ConversationErrorCode =
  | 'other-agent'
  | 'unknown-session'
  | 'no-open-turn'
  | 'unknown-turn'
  | 'turn-not-ended'
  | 'no-summary'
  | 'bad-setting';

/** Thrown if an operation on a conversation is not possible. `message` says what to do. */
export class ConversationError extends TimestepError {
  declare readonly code: ConversationErrorCode;
}

import { TimestepError } from '../../../core/index.ts';

/**
 * Reasons for a {@link ConversationError}: the session belongs to another agent, the session does
 * not exist, no turn is open, the turn does not exist, the turn has not ended, the summary is
 * empty, or a setting has an invalid value.
 */
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

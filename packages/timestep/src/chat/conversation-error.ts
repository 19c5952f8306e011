import { TimestepError } from '../core/index.ts';

/**
 * Why a conversation cannot be opened or continued as asked: its agent is another one, there is no such
 * session, no turn is open, there is no such turn, the turn has not ended, a summary is empty, or a setting takes no such value.
 */
export type ConversationErrorCode =
  | 'other-agent'
  | 'unknown-session'
  | 'no-open-turn'
  | 'unknown-turn'
  | 'turn-not-ended'
  | 'no-summary'
  | 'bad-setting';

/** A conversation cannot do what it is asked to; `message` says what to do. */
export class ConversationError extends TimestepError {
  declare readonly code: ConversationErrorCode;
}

import { TimestepError } from '../core/index.ts';

/** Why a bridge did not do what a caller asked for. */
export type BridgeErrorCode =
  | 'unknown-agent'
  | 'unknown-task'
  | 'no-answer'
  | 'too-many-hops'
  /** Bounds of calls, or a person who must decide, stand against it. */
  | 'refused'
  /** The task of the agent that was called has ended without an answer. */
  | 'agent-failed';

/** A caller's mistake; the message says what to do. */
export class BridgeError extends TimestepError {
  declare readonly code: BridgeErrorCode;
}

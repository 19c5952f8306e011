import { TimestepError } from '../../core/index.ts';

/** The reason why a call of an agent failed. */
export type BridgeErrorCode =
  | 'unknown-agent'
  | 'unknown-task'
  | 'no-answer'
  | 'too-many-hops'
  /** A limit on calls was reached, or a person must decide first. */
  | 'refused'
  /** The task of the called agent ended without an answer. */
  | 'agent-failed';

/** An error in a call of an agent, caused by the caller. The message says how to fix the call. */
export class BridgeError extends TimestepError {
  declare readonly code: BridgeErrorCode;
}

import { TimestepError } from '../../core/index.ts';

/** Why a question got no answer. */
export type ClientErrorCode =
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'too-many-rounds'
  /** The time that the program gave is over. */
  | 'time-limit'
  | 'handoff-refused';

/** An agent was reached but did not answer; `message` is the reason that the agent gave. */
export class ClientError extends TimestepError {
  declare readonly code: ClientErrorCode;
}

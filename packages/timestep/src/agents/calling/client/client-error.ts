import { TimestepError } from '../../../core/index.ts';

/** The reason why a client received no answer. */
export type ClientErrorCode =
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'too-many-rounds'
  /** The time limit of `ask` has passed. */
  | 'time-limit'
  | 'handoff-refused';

/** An agent was reached but did not answer. `message` is the agent's own reason. */
export class ClientError extends TimestepError {
  declare readonly code: ClientErrorCode;
}

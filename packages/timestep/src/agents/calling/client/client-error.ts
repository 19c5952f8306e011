import { TimestepError } from '#core';

/** Why a client received no answer. */
export type ClientErrorCode =
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'too-many-rounds'
  | 'time-limit'
  | 'handoff-refused';

/** An agent was reached but did not answer. `message` is the agent's own reason. */
export class ClientError extends TimestepError {
  declare readonly code: ClientErrorCode;
}

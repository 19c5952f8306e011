import { TimestepError } from '#core';

/** The SDK or an agent is missing, a session is unknown, a request is invalid, or a turn failed. */
export type AcpErrorCode =
  | 'not-installed'
  | 'unknown-session'
  | 'unknown-agent'
  | 'bad-request'
  | 'turn-failed';

/** An ACP request failed. `message` says what to do. */
export class AcpError extends TimestepError {
  declare readonly code: AcpErrorCode;
}

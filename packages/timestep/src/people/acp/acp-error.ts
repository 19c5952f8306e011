import { TimestepError } from '../../core/index.ts';

/**
 * Reasons for an {@link AcpError}: the ACP SDK is not installed, the session or the agent does not
 * exist, the request is invalid, or the turn failed.
 */
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

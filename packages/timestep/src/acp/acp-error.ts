import { TimestepError } from '../core/index.ts';

/**
 * Why a request of a client is refused, or the protocol is not served: the SDK is not installed, the
 * session or the agent is not there, or the request cannot be understood.
 */
export type AcpErrorCode =
  | 'not-installed'
  | 'unknown-session'
  | 'unknown-agent'
  | 'bad-request'
  | 'turn-failed';

/** A request that cannot be answered; `message` says what to do. */
export class AcpError extends TimestepError {
  declare readonly code: AcpErrorCode;
}

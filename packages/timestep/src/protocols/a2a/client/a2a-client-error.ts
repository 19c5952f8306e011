import { TimestepError } from '../../../core/index.ts';
import { isAnswerTooLarge, isTransient } from '../../http/index.ts';

/** Error codes of the A2A client. */
export type A2AClientErrorCode =
  /** No server answers at the URL, or the connection failed and could not be resumed. */
  | 'unreachable'
  /** The server has no usable agent card. */
  | 'not-an-agent'
  | 'unauthorized'
  /** The card of the remote agent does not have the required signature. */
  | 'untrusted-card'
  /** The remote agent rejected the request. `rpcCode` is the protocol's error code. */
  | 'rejected'
  /** The caller passed reply settings that A2A cannot transmit. */
  | 'unsupported-setting'
  /** The time limit of the call was exceeded. */
  | 'time-limit'
  /** The response is not valid A2A. */
  | 'bad-response'
  /** The remote agent accepted the task, which then failed, was rejected or was canceled. */
  | 'task-failed'
  | 'task-rejected'
  | 'task-canceled';

/** The error thrown if a remote agent cannot be reached or a request to it fails. */
export class A2AClientError extends TimestepError {
  declare readonly code: A2AClientErrorCode;
  /** The JSON-RPC error code of a rejection, such as -32001. */
  readonly rpcCode: number | undefined;
  /** Whether a retry may succeed, for example because the remote agent is restarting. */
  readonly retryable: boolean;
  /** The delay requested by the remote agent before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: A2AClientErrorCode, message: string, details: A2AClientErrorDetails = {}) {
    super(code, message, 'cause' in details ? { cause: details.cause } : undefined);
    this.rpcCode = details.rpcCode;
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

interface A2AClientErrorDetails {
  readonly cause?: unknown;
  readonly rpcCode?: number;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** Converts a failed HTTP request to an error that includes the system's reason. */
export function createRequestError(url: string, thrown: unknown): A2AClientError {
  const { host } = new URL(url);
  const error = thrown instanceof Error ? thrown : undefined;
  if (isAnswerTooLarge(thrown)) {
    const message = `${host} sent an answer that is too large: ${error?.message ?? ''}`;
    return new A2AClientError('bad-response', message, { cause: thrown });
  }
  const reason = error?.cause instanceof Error ? error.cause.message : error?.message;
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  return new A2AClientError('unreachable', `cannot reach ${host}${why}`, {
    cause: thrown,
    retryable: isTransient(thrown),
  });
}

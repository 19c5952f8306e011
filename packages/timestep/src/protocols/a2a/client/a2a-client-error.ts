import { TimestepError, type Question } from '#core';
import { isAnswerTooLarge, isTransientNetworkError, isUnsent } from '#protocols/http';

/** Error codes of the A2A client. */
export type A2AClientErrorCode =
  /** No server answers at the URL, or the connection failed and could not be resumed. */
  | 'unreachable'
  | 'not-an-agent'
  | 'unauthorized'
  | 'untrusted-card'
  /** The remote agent rejected the request. `rpcCode` is the protocol's error code. */
  | 'rejected'
  /** The caller passed reply settings that A2A cannot transmit. */
  | 'unsupported-setting'
  /** A person must decide whether to send a message again that the agent may have received. */
  | 'receipt-unknown'
  | 'time-limit'
  | 'bad-response'
  /** The remote agent accepted the task, which then failed, was rejected or was canceled. */
  | 'task-failed'
  | 'task-rejected'
  | 'task-canceled';

/** The error thrown if a remote agent cannot be reached or a request to it fails. */
export class A2AClientError extends TimestepError {
  declare readonly code: A2AClientErrorCode;
  readonly rpcCode: number | undefined;
  readonly retryable: boolean;
  /** Delay before a retry in milliseconds, as requested by the remote agent. */
  readonly retryAfterMs: number | undefined;
  /** Whether the agent certainly has not received or accepted the request. */
  readonly isUnsent: boolean;
  /** Question that a person must answer before the request is repeated. */
  readonly question: Question | undefined;

  constructor(code: A2AClientErrorCode, message: string, details: A2AClientErrorDetails = {}) {
    super(code, message, 'cause' in details ? { cause: details.cause } : undefined);
    this.rpcCode = details.rpcCode;
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.isUnsent = details.isUnsent ?? UNSENT_CODES.includes(code);
    this.question = details.question;
  }
}

/** Error codes after which the agent certainly does no work for the request. */
const UNSENT_CODES: readonly A2AClientErrorCode[] = ['not-an-agent', 'unauthorized', 'rejected'];

interface A2AClientErrorDetails {
  readonly cause?: unknown;
  readonly rpcCode?: number;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly isUnsent?: boolean;
  readonly question?: Question;
}

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
    retryable: isTransientNetworkError(thrown),
    isUnsent: isUnsent(thrown),
  });
}

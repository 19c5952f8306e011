import { TimestepError } from '../../core/index.ts';
import { isAnswerTooLarge, isTransient } from '../../http/index.ts';

/** What can go wrong between this side and an agent behind A2A. */
export type A2AClientErrorCode =
  /** No peer answers there, or the connection broke and could not be resumed. */
  | 'unreachable'
  /** A server answers, but it has no agent card that can be used. */
  | 'not-an-agent'
  | 'unauthorized'
  /** The card of the peer is not signed as the program demands. */
  | 'untrusted-card'
  /** The peer refused the request; `rpcCode` is its error code of the protocol. */
  | 'rejected'
  /** The caller wants settings for replies that A2A cannot express. */
  | 'unsupported-setting'
  /** The time that the program gives to a call is over. */
  | 'time-limit'
  /** The peer's answer is not A2A. */
  | 'bad-response'
  /** The peer took the task, and it did not end well, was rejected later, or was canceled there. */
  | 'task-failed'
  | 'task-rejected'
  | 'task-canceled';

/** A peer could not be reached or did not do as asked. */
export class A2AClientError extends TimestepError {
  declare readonly code: A2AClientErrorCode;
  /** The JSON-RPC error code of a rejection, such as -32001. */
  readonly rpcCode: number | undefined;
  /** Whether the peer may only be away for now, for example during a restart. */
  readonly retryable: boolean;
  /** How long the peer asks to wait, in milliseconds. */
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

/** What went wrong with an answer, including the reason that the system gave. */
export function failedAnswer(url: string, thrown: unknown): A2AClientError {
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

import { TimestepError } from '../../core/index.ts';

export type A2AClientErrorCode =
  /** Nobody answers there, or the connection broke and could not be taken up again. */
  | 'unreachable'
  /** Somebody answers, but there is no agent card that can be used. */
  | 'not-an-agent'
  | 'unauthorized'
  /** The peer refused the request; `rpcCode` says with which error of the protocol. */
  | 'rejected'
  /** The caller wants replies to be made in a way that A2A has no words for. */
  | 'unsupported-setting'
  /** The peer's answer is not A2A. */
  | 'bad-response'
  /** The peer took the task, and it did not end well. */
  | 'task-failed';

/** A peer could not be reached or did not do as asked. */
export class A2AClientError extends TimestepError {
  declare readonly code: A2AClientErrorCode;
  /** The JSON-RPC error code of a rejection, such as -32001. */
  readonly rpcCode: number | undefined;

  constructor(
    code: A2AClientErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly rpcCode?: number } = {},
  ) {
    super(code, message, 'cause' in options ? { cause: options.cause } : undefined);
    this.rpcCode = options.rpcCode;
  }
}

/** What a failed `fetch` says, down to the reason that the system gave. */
export function unreachable(url: string, thrown: unknown): A2AClientError {
  const { host } = new URL(url);
  const error = thrown instanceof Error ? thrown : undefined;
  const reason = error?.cause instanceof Error ? error.cause.message : error?.message;
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  return new A2AClientError('unreachable', `cannot reach ${host}${why}`, { cause: thrown });
}

import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Replay } from '#core';
import {
  createRetryWait,
  DEFAULT_PATIENCE_MS,
  isUnavailableStatus,
  isUnsent,
  isTransientNetworkError,
  pauseOnRealClock,
  type RetryWaitOptions,
} from '#protocols/http';
import { McpError } from '../mcp-error.ts';
import { isServerExitError } from './command/name-exit.ts';
import { isStreamCutError } from './transport.ts';

export interface RetryOptions {
  /** Milliseconds for which a server is retried. Default 60 000; 0 disables retries. */
  readonly patienceMs?: number;
  readonly pause?: RetryWaitOptions['pause'];
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Retries `work`. Throws the last failure if `mayRepeat` returns false, or after `patienceMs`. */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  options: RetryOptions & { readonly signal?: AbortSignal },
  mayRepeat: (thrown: unknown) => boolean | Promise<boolean> = isUnavailableError,
): Promise<T> {
  const {
    patienceMs = DEFAULT_PATIENCE_MS,
    pause = pauseOnRealClock,
    now = Date.now,
    signal,
  } = options;
  const waiting = createRetryWait({ patienceMs, pause, now, signal });
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      signal?.throwIfAborted();
      if (!(await mayRepeat(thrown))) throw thrown;
      await waiting.waitAfterFailure(thrown);
    }
  }
}

/** Returns whether the server may become available again, even if it executed the request. */
function isUnavailableError(thrown: unknown): boolean {
  // A command that exits during the connection would exit again, so it is not retried.
  if (thrown instanceof McpError) {
    return (
      isServerExitError(thrown) ||
      isUnavailableStatusError(thrown.cause) ||
      isTransientNetworkError(thrown.cause)
    );
  }
  const isClosed = SdkError.isInstance(thrown) && thrown.code === SdkErrorCode.ConnectionClosed;
  return (
    isClosed ||
    isUnavailableStatusError(thrown) ||
    isStreamCutError(thrown) ||
    isTransientNetworkError(thrown)
  );
}

/** Maximum number of times that a call is sent, because the call itself may crash the server. */
const MOST_SENDS = 3;

/**
 * Creates a function that decides whether a call is repeated: always if it was not sent, otherwise as `replay`
 * allows.
 */
export function createRepeatCheck(getReplay: () => Promise<Replay | undefined>): {
  (thrown: unknown): Promise<boolean>;
  /** Number of times that the call was sent and its response was lost. */
  lost(): number;
} {
  let lost = 0;
  const judge = async (thrown: unknown): Promise<boolean> => {
    if (!isUnavailableError(thrown)) return false;
    if (isNeverSentError(thrown)) return true;
    lost += 1;
    if (lost >= MOST_SENDS) return false;
    const replay = await getReplay();
    return replay === 'safe' || replay === 'key';
  };
  return Object.assign(judge, { lost: () => lost });
}

/** Returns whether a failure shows that the request did not reach the server. */
export function isNeverSentError(thrown: unknown): boolean {
  return (thrown instanceof McpError && thrown.code === 'unreachable') || isUnsent(thrown);
}

function isUnavailableStatusError(thrown: unknown): boolean {
  return SdkHttpError.isInstance(thrown) && isUnavailableStatus(thrown.status);
}

import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Replay } from '../../core/index.ts';
import {
  createRetryWait,
  DEFAULT_PATIENCE_MS,
  isUnavailableStatus,
  isUnsent,
  isTransient,
  pauseOnRealClock,
  type RetryWaitOptions,
} from '../../http/index.ts';
import { McpError } from '../mcp-error.ts';
import { isCutShort } from './cut-short.ts';

/** How long and how to wait for a server that is away. */
export interface PatienceOptions {
  /**
   * Milliseconds for which a server that cannot be reached is tried again, less and less often: it
   * may only be starting. Default a minute; 0: not at all.
   */
  readonly patienceMs?: number;
  /** Waits before trying again. */
  readonly pause?: RetryWaitOptions['pause'];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Repeats some work until it succeeds, fails in a way that waiting does not mend or that
 * `mayRepeat` forbids, or has failed for `patienceMs`; then throws the failure of the work. Once
 * the signal aborts it throws the signal's reason.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  options: PatienceOptions & { readonly signal?: AbortSignal },
  mayRepeat: (thrown: unknown) => boolean | Promise<boolean> = isAway,
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

/** True of failures after which the server may be back later, even if the request was executed. */
function isAway(thrown: unknown): boolean {
  // A program that ends during the connection would end again.
  if (thrown instanceof McpError) return isRefusedForNow(thrown.cause) || isTransient(thrown.cause);
  const isClosed = SdkError.isInstance(thrown) && thrown.code === SdkErrorCode.ConnectionClosed;
  return isClosed || isRefusedForNow(thrown) || isCutShort(thrown) || isTransient(thrown);
}

/** How often a lost call is sent at most, because the call itself may end the server. */
const MOST_SENDS = 3;

/**
 * Decides about the failures of one call, one after the other: whether the call may be made again.
 * A call that was never sent always may; a call that may have run only as the tool's `replay` says.
 */
export function repeatable(replayOf: () => Promise<Replay | undefined>): {
  (thrown: unknown): Promise<boolean>;
  /** Calls that were sent and lost. */
  lost(): number;
} {
  let lost = 0;
  const judge = async (thrown: unknown): Promise<boolean> => {
    if (!isAway(thrown)) return false;
    if (isNeverSent(thrown)) return true;
    lost += 1;
    if (lost >= MOST_SENDS) return false;
    const replay = await replayOf();
    return replay === 'safe' || replay === 'key';
  };
  return Object.assign(judge, { lost: () => lost });
}

/** A failure while a connection is made means that no call was sent over it. */
function isNeverSent(thrown: unknown): boolean {
  return (thrown instanceof McpError && thrown.code === 'unreachable') || isUnsent(thrown);
}

function isRefusedForNow(thrown: unknown): boolean {
  return SdkHttpError.isInstance(thrown) && isUnavailableStatus(thrown.status);
}

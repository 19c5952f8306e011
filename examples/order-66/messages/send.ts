import { setTimeout as pause } from 'node:timers/promises';
import type { InboundMessage } from './inbound.ts';
import type { Log } from '../log.ts';
import { INTERNAL_ERROR } from './message-request.ts';
import type { RetryPolicy } from '../settings.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

export interface SendOptions {
  readonly log: Log;
  readonly retry: RetryPolicy;
  readonly telemetry: Telemetry;
  readonly signal: AbortSignal;
}

/** The result of sending: the receiver has the message, or refuses it permanently. */
export type SendResult =
  | { readonly outcome: 'received'; readonly attempts: number }
  | { readonly outcome: 'refused'; readonly reason: string };

type Attempt =
  | Exclude<SendResult, { outcome: 'received' }>
  | { readonly outcome: 'received' | 'lost' };

const ATTEMPT_MS = 10_000;

/**
 * Sends a message until it is received or refused, with growing pauses. Only the signal stops the
 * retries.
 */
export async function sendUntilReceived(
  url: string,
  message: InboundMessage,
  options: SendOptions,
): Promise<SendResult> {
  const { log, retry, telemetry, signal } = options;
  const { taskId, messageId } = message;
  const begun = Date.now();
  log('send_a2a_start', { taskId, messageId, to: url });
  for (let attempts = 1; ; attempts += 1) {
    const attempt = await attemptSend(url, message, signal);
    signal.throwIfAborted();
    if (attempt.outcome !== 'lost') {
      telemetry.record({
        trace: 'a2a-message-send',
        sessionId: taskId,
        observation: { kind: 'span', name: 'http-post' },
        input: message.content,
        output: attempt.outcome,
        begun,
        ended: Date.now(),
      });
    }
    if (attempt.outcome === 'refused') {
      log('send_a2a_error', { taskId, messageId, level: 'error', reason: attempt.reason });
      return attempt;
    }
    if (attempt.outcome === 'received') {
      log('send_a2a_complete', { taskId, messageId, attempts });
      return { outcome: 'received', attempts };
    }
    const pauseMs = Math.min(retry.longestPauseMs, retry.firstPauseMs * 2 ** (attempts - 1));
    const reason = 'no answer, or none that counts: it is sent again';
    log('send_a2a_error', { taskId, messageId, level: 'warn', attempts, pauseMs, reason });
    await pause(pauseMs, undefined, { signal });
  }
}

async function attemptSend(
  url: string,
  params: InboundMessage,
  signal: AbortSignal,
): Promise<Attempt> {
  const id = `req-${params.messageId}`;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'message/send', params, id }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
    });
    return readAttempt(await response.json());
  } catch {
    return { outcome: 'lost' };
  }
}

/** Reads the result from a JSON-RPC response. An internal error counts as temporary. */
function readAttempt(answer: unknown): Attempt {
  const { result, error } = { ...(answer as object) } as {
    readonly result?: { readonly status?: unknown };
    readonly error?: { readonly code?: unknown; readonly message?: unknown };
  };
  if (result?.status === 'received') return { outcome: 'received' };
  const isRefusal = typeof error?.code === 'number' && error.code !== INTERNAL_ERROR;
  return isRefusal ? { outcome: 'refused', reason: String(error.message) } : { outcome: 'lost' };
}

import { randomBytes } from 'node:crypto';
import type { Usage } from '@timestep-ai/timestep/core';
import { createSpans, type OtlpRequest } from './otlp.ts';

/** One event, exported as a Langfuse trace with one observation. */
export interface TelemetryEvent {
  readonly trace: 'a2a-message-send' | 'a2a-reply-received' | 'clone-commander-response';
  readonly sessionId: string;
  readonly observation:
    | { readonly kind: 'span'; readonly name: string }
    | {
        readonly kind: 'generation';
        readonly name: string;
        readonly model: string;
        readonly usage: Usage | undefined;
      }
    | undefined;
  readonly input: string;
  readonly output: string;
  /** Milliseconds since the epoch. */
  readonly begun: number;
  readonly ended: number;
}

export interface Telemetry {
  /** Exports an event to Langfuse in the background. Never throws. */
  record(happening: TelemetryEvent): void;
  /** Waits for pending exports. */
  flush(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_HOST = 'https://cloud.langfuse.com';
const POST_MS = 5000;
/** Maximum number of pending exports while Langfuse does not respond; more events are dropped. */
const MOST_PENDING = 100;

const NO_TELEMETRY: Telemetry = { record: () => undefined, flush: async () => undefined };

/**
 * Creates an exporter that sends spans to Langfuse by OTLP over HTTP, if its keys are set;
 * otherwise spans are dropped.
 */
export function createTelemetry(service: string, env: Environment): Telemetry {
  const publicKey = env['LANGFUSE_PUBLIC_KEY'];
  const secretKey = env['LANGFUSE_SECRET_KEY'];
  if (!publicKey || !secretKey) return NO_TELEMETRY;
  const host = (env['LANGFUSE_HOST'] || DEFAULT_HOST).replace(/(?<!\/)\/+$/, '');
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`;
  const pending = new Set<Promise<void>>();

  async function post(body: OtlpRequest): Promise<void> {
    try {
      const response = await fetch(`${host}/api/public/otel/v1/traces`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // Makes Langfuse show spans immediately; otherwise it may take minutes.
          'x-langfuse-ingestion-version': '4',
          authorization,
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(POST_MS),
      });
      await response.body?.cancel();
    } catch {
      // Failed exports are ignored, because the conversation does not depend on Langfuse.
    }
  }

  return {
    record(happening) {
      if (pending.size >= MOST_PENDING) return;
      const posting = post(
        createSpans(service, happening, (bytes) => randomBytes(bytes).toString('hex')),
      );
      pending.add(posting);
      void posting.then(() => pending.delete(posting));
    },
    async flush() {
      await Promise.all(pending);
    },
  };
}

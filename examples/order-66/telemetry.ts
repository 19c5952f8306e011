import { randomBytes } from 'node:crypto';
import type { Usage } from '@timestep-ai/timestep/core';
import { spansOf, type OtlpRequest } from './otlp.ts';

/** One thing that happened: a trace with one observation in it, as Langfuse calls them. */
export interface Happening {
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
  /** Tells Langfuse, some time. Never fails and never waits. */
  record(happening: Happening): void;
  /** Waits for what is on its way. */
  flush(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_HOST = 'https://cloud.langfuse.com';
const POST_MS = 5000;
/** What a Langfuse that does not answer may hold up; more is left out. */
const MOST_PENDING = 100;

const NO_TELEMETRY: Telemetry = { record: () => undefined, flush: async () => undefined };

/** Sends spans to Langfuse where there are keys for it, by OTLP over HTTP; otherwise drops them. */
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
          // Shown at once; without it Langfuse may take minutes.
          'x-langfuse-ingestion-version': '4',
          authorization,
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(POST_MS),
      });
      await response.body?.cancel();
    } catch {
      // What Langfuse misses is missed; the conversation does not depend on it.
    }
  }

  return {
    record(happening) {
      if (pending.size >= MOST_PENDING) return;
      const posting = post(
        spansOf(service, happening, (bytes) => randomBytes(bytes).toString('hex')),
      );
      pending.add(posting);
      void posting.then(() => pending.delete(posting));
    },
    async flush() {
      await Promise.all(pending);
    },
  };
}

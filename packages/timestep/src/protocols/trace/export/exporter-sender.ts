import { toReadableSpans, type ReadableSpan } from '../readable-spans.ts';
import type { SendResult } from '../send-spans.ts';
import type { SpanSource } from '../spans-to-otlp.ts';
import type { SendBatch } from './export-due-tasks.ts';

/** The part of an OpenTelemetry exporter that is used. */
export interface SpanExporter {
  export(
    spans: ReadableSpan[],
    done: (result: { readonly code: number; readonly error?: Error }) => void,
  ): void;
}

const MAX_REASON_LENGTH = 200;

/** Creates a sender for an OpenTelemetry exporter, which retries by its own rules. */
export function createExporterSender(exporter: SpanExporter, source: SpanSource): SendBatch {
  return (spans, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<SendResult>();
    const stop = (): void => reject(new Error('stopped'));
    signal.addEventListener('abort', stop, { once: true });
    exporter.export(toReadableSpans(spans, source), ({ code, error }) => {
      if (code === 0) return resolve({ accepted: spans.length, dropped: 0 });
      const why = error?.message.slice(0, MAX_REASON_LENGTH);
      const problem = `the exporter failed${why === undefined || why === '' ? '' : `: ${why}`}`;
      resolve({ accepted: 0, dropped: spans.length, problem });
    });
    return promise.finally(() => signal.removeEventListener('abort', stop));
  };
}

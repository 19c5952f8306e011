import { readableSpansOf, type ReadableSpan } from '../readable-spans.ts';
import type { SpansSent } from '../send-spans.ts';
import type { SpanSource } from '../spans-to-otlp.ts';
import type { SendBatch } from './export-due.ts';

/** An exporter of OpenTelemetry for JavaScript, as far as it is used. */
export interface SpanExporter {
  export(
    spans: ReadableSpan[],
    done: (result: { readonly code: number; readonly error?: Error }) => void,
  ): void;
}

const MOST_OF_REASON = 200;

/** Sends batches with an exporter, which tries again by its own rules: what it gives up is lost. */
export function exporterSender(exporter: SpanExporter, source: SpanSource): SendBatch {
  return (spans, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<SpansSent>();
    const stop = (): void => reject(new Error('stopped'));
    signal.addEventListener('abort', stop, { once: true });
    exporter.export(readableSpansOf(spans, source), ({ code, error }) => {
      if (code === 0) return resolve({ accepted: spans.length, dropped: 0 });
      const why = error?.message.slice(0, MOST_OF_REASON);
      const problem = `the exporter gave up${why === undefined || why === '' ? '' : `: ${why}`}`;
      resolve({ accepted: 0, dropped: spans.length, problem });
    });
    return promise.finally(() => signal.removeEventListener('abort', stop));
  };
}

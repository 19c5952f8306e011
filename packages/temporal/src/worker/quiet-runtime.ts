import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';

/**
 * For how long the same message is not repeated, so that a missing server is reported once a
 * minute.
 */
const SILENCE_MS = 60_000;

/** Temporal's own log, from warnings on. */
export const quietLogger: DefaultLogger = new DefaultLogger('WARN', seldom());

/**
 * Sets up Temporal's runtime for this process, unless another part of the program has done so,
 * because there can be only one.
 */
export function quietRuntime(): void {
  try {
    Runtime.install({
      logger: quietLogger,
      telemetryOptions: { logging: { forward: {}, filter: 'WARN' } },
    });
  } catch (thrown) {
    if (!(thrown instanceof Error && thrown.name === 'IllegalStateError')) throw thrown;
  }
}

/** Writes a line for each entry to standard error, except for frequent repetitions. */
function seldom(): (entry: LogEntry) => void {
  const saidAt = new Map<string, number>();
  return ({ level, message, meta }) => {
    const now = Date.now();
    const error: unknown = meta?.['error'];
    const text = error instanceof Error ? `${message}: ${error.message}` : message;
    const kind = text.replaceAll(/\d+/g, 'n');
    if (now - (saidAt.get(kind) ?? 0) < SILENCE_MS) return;
    saidAt.set(kind, now);
    process.stderr.write(`temporal: ${level.toLowerCase()}: ${text}\n`);
  };
}

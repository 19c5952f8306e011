import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';

/**
 * Milliseconds in which the same message is not repeated, so that a missing server is reported once
 * a minute.
 */
const SILENCE_MS = 60_000;

/** Logger of Temporal's own messages, from level WARN. */
export const quietLogger: DefaultLogger = new DefaultLogger('WARN', createRareLogWriter());

/**
 * Installs Temporal's runtime in this process, unless another part of the program has done so.
 * There can be only one.
 */
export function installQuietRuntime(): void {
  try {
    Runtime.install({
      logger: quietLogger,
      telemetryOptions: { logging: { forward: {}, filter: 'WARN' } },
    });
  } catch (thrown) {
    if (!(thrown instanceof Error && thrown.name === 'IllegalStateError')) throw thrown;
  }
}

/**
 * Returns a function that writes log entries to standard error and suppresses frequent repetitions.
 */
function createRareLogWriter(): (entry: LogEntry) => void {
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

import { formatForeignBlock } from '@timestep-ai/timestep/core';
import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';

/** Milliseconds between two identical log messages, such as of a missing server. */
const SILENCE_MS = 60_000;

/** Logger of Temporal's own messages, from level WARN. */
export const quietLogger: DefaultLogger = new DefaultLogger('WARN', createNoRepeatLogWriter());

/** Installs Temporal's runtime, one per process, unless the program has already installed one. */
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

/** Writes log entries to standard error, without repetitions. */
function createNoRepeatLogWriter(): (entry: LogEntry) => void {
  const saidAt = new Map<string, number>();
  return ({ level, message, meta }) => {
    const now = Date.now();
    const error: unknown = meta?.['error'];
    const text = error instanceof Error ? `${message}: ${error.message}` : message;
    const kind = text.replaceAll(/\d+/g, 'n');
    if (now - (saidAt.get(kind) ?? 0) < SILENCE_MS) return;
    saidAt.set(kind, now);
    process.stderr.write(`temporal: ${level.toLowerCase()}: ${formatForeignBlock(text)}\n`);
  };
}

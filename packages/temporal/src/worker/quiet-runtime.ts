import { formatForeignBlock } from '@timestep-ai/timestep/core';
import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';

/**
 * Milliseconds before an identical log message (such as of an unreachable server) is written again.
 */
const SILENCE_MS = 60_000;

/** Logger for Temporal's own messages of level WARN and above. */
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

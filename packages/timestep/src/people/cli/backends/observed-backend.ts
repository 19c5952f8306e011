import type { Backend, BackendNeeds } from '#engine/port';
import { createSpanFeed, startTracing, TraceError, readTracingSettings } from '#protocols/trace';
import { createUsageError } from '../command-error.ts';
import type { CommandContext } from '../command.ts';
import { createErrorWriter, writeErrorLine } from '../output/error-writer.ts';

/** Opens a backend, with export of traces and a log of its tasks if the user has enabled these. */
export async function openObservedBackend(
  open: () => Backend | Promise<Backend>,
  { onError }: Pick<BackendNeeds, 'onError'>,
  { env, version, writeError, log }: CommandContext,
): Promise<Backend> {
  const isTraced = isTracingConfigured(env);
  const backend = await open();
  for (const remark of backend.remarks ?? []) writeErrorLine(writeError, remark);
  if (!isTraced && !log) return backend;
  const { systemClock: clock } = await import('#engine/runner');
  if (isTraced) {
    try {
      const report = onError ?? createErrorWriter(writeError);
      await startTracing(backend, { env, version, clock, onError: report });
    } catch (thrown) {
      await backend.close(0);
      throw thrown;
    }
  }
  if (log) {
    const { logTasks } = await import('#serving/server');
    const reportToLog = (thrown: unknown): void => log.error({}, String(thrown));
    logTasks(createSpanFeed(backend, { clock, onError: reportToLog }), log);
  }
  return backend;
}

/** Whether the export of traces is configured. Throws a usage error for an invalid variable. */
export function isTracingConfigured(env: CommandContext['env']): boolean {
  return readTraceSettings(() => readTracingSettings(env)) !== undefined;
}

export function readTraceSettings<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof TraceError ? createUsageError(thrown.message) : thrown;
  }
}

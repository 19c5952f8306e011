import type { Backend, BackendNeeds } from '../../../engine/port/index.ts';
import { startTracing, TraceError, readTracingSettings } from '../../../protocols/trace/index.ts';
import { createUsageError } from '../command-error.ts';
import type { CommandContext } from '../command.ts';

/** Opens a backend and exports its traces if the environment variables configure it. */
export async function openTracedBackend(
  open: () => Backend | Promise<Backend>,
  { onError }: Pick<BackendNeeds, 'onError'>,
  { env, version, writeError }: CommandContext,
): Promise<Backend> {
  if (!checkTracingSettings(env)) return open();
  const { systemClock } = await import('../../../engine/runner/index.ts');
  const backend = await open();
  const report = onError ?? ((thrown) => writeError(`timestep: ${getErrorMessage(thrown)}\n`));
  try {
    await startTracing(backend, { env, version, clock: systemClock, onError: report });
  } catch (thrown) {
    await backend.close(0);
    throw thrown;
  }
  return backend;
}

/**
 * Reads the trace export settings from the environment. Throws a usage error for an invalid
 * variable.
 */
export function checkTracingSettings(
  env: CommandContext['env'],
): ReturnType<typeof readTracingSettings> {
  try {
    return readTracingSettings(env);
  } catch (thrown) {
    throw thrown instanceof TraceError ? createUsageError(thrown.message) : thrown;
  }
}

function getErrorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

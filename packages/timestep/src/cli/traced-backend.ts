import type { Backend, BackendNeeds } from '../port/index.ts';
import { startTracing, TraceError, tracingSettingsFrom } from '../trace/index.ts';
import { usage } from './command-error.ts';
import type { Surroundings } from './command.ts';

/** Exports the traces of a backend that is opened, where the environment says so. */
export async function tracedBackend(
  open: () => Backend | Promise<Backend>,
  { onError }: Pick<BackendNeeds, 'onError'>,
  { env, version, complain }: Surroundings,
): Promise<Backend> {
  if (!refuseBadTracing(env)) return open();
  const { systemClock } = await import('../runner/index.ts');
  const backend = await open();
  const report = onError ?? ((thrown) => complain(`timestep: ${textOf(thrown)}\n`));
  try {
    await startTracing(backend, { env, version, clock: systemClock, onError: report });
  } catch (thrown) {
    await backend.close(0);
    throw thrown;
  }
  return backend;
}

/** How traces are exported. Throws an error of usage for a variable that cannot be used. */
export function refuseBadTracing(env: Surroundings['env']): ReturnType<typeof tracingSettingsFrom> {
  try {
    return tracingSettingsFrom(env);
  } catch (thrown) {
    throw thrown instanceof TraceError ? usage(thrown.message) : thrown;
  }
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

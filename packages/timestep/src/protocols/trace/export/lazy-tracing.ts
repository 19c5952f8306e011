import type { StartTracingOptions } from './export-settings.ts';
import type { TracedBackend } from './export-traces.ts';

/**
 * Exports traces until the backend closes. Returns false if tracing is not configured. Throws
 * `TraceError`. The first call loads the code of the export.
 */
export async function startTracing(
  backend: TracedBackend,
  options: StartTracingOptions,
): Promise<boolean> {
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(backend, options);
}

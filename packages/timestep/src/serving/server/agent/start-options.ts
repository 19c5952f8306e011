import { enableTracing } from '../measuring/enable-tracing.ts';
import type { ServeOptions } from '../serve-options.ts';
import type { Serving } from '../serve.ts';

/** Options of `Agent.start`: those of a server, without its agents. */
export interface StartOptions extends Omit<ServeOptions, 'agents'> {
  /**
   * Whether to export traces if environment variables of OpenTelemetry or Langfuse, such as
   * `OTEL_EXPORTER_OTLP_ENDPOINT`, name a destination. Default true. Pass false to call
   * `enableTracing` with other settings.
   */
  readonly tracing?: boolean;
}

/**
 * Exports the server's traces if environment variables name a destination. Closes the server if a
 * variable is invalid.
 */
export async function enableTracingIfConfigured(serving: Serving): Promise<Serving> {
  try {
    return (await enableTracing(serving)) ? { ...serving, isTraced: true } : serving;
  } catch (thrown) {
    await serving.close(0);
    throw thrown;
  }
}

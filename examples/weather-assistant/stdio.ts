import { createWeatherEnvironment } from './environment.ts';
import { sampleObservations } from './observations.ts';

/**
 * Serves only the tools of the weather assistant, for MCP clients that start their servers as
 * processes.
 */
await createWeatherEnvironment(sampleObservations).run('stdio');

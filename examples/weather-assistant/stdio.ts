import { weatherEnvironment } from './environment.ts';
import { sampleObservations } from './observations.ts';

/** The weather assistant's tools alone, for MCP clients that start their servers as processes. */
await weatherEnvironment(sampleObservations).run('stdio');

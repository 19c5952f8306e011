import { fileURLToPath } from 'node:url';
import { loadScript, modelFromEnv, scriptedAgent } from '@timestep-ai/timestep';
import { createWeatherAssistant } from './assistant.ts';
import { sampleObservations } from './observations.ts';
import { openMeteo } from './open-meteo.ts';

const model =
  modelFromEnv(process.env) ??
  scriptedAgent(await loadScript(fileURLToPath(new URL('script.json', import.meta.url))));
const observe = process.env['WEATHER_SOURCE'] === 'open-meteo' ? openMeteo : sampleObservations;
const port = Number(process.env['WEATHER_AGENT_PORT'] ?? 10_000);
// "server" also supports clients that cannot run tools.
const toolSite = process.env['TOOL_SITE'] === 'server' ? 'server' : 'client';
const serving = await createWeatherAssistant({ model, observe, toolSite }).start({ port });
console.log(`weather assistant at ${serving.url}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void serving.close());

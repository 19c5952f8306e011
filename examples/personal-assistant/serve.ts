import { fileURLToPath } from 'node:url';
import { loadScript, modelFromEnv, scriptedAgent } from '@timestep-ai/timestep';
import { createPersonalAssistant } from './assistant.ts';

const weatherAgentUri = process.env['WEATHER_AGENT_URI'] ?? 'http://127.0.0.1:10000';
const variables = { weather_agent_uri: weatherAgentUri };
const script = fileURLToPath(new URL('script.json', import.meta.url));
const model = modelFromEnv(process.env) ?? scriptedAgent(await loadScript(script), { variables });
const port = Number(process.env['PERSONAL_AGENT_PORT'] ?? 9999);
// "server" also supports clients that cannot run tools.
const toolSite = process.env['TOOL_SITE'] === 'server' ? 'server' : 'client';
const serving = await createPersonalAssistant({ model, weatherAgentUri, toolSite }).start({ port });
console.log(`personal assistant at ${serving.url}, handing off to ${weatherAgentUri}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void serving.close());

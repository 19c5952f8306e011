/** Timestep's environment server: `timestep.ts <number of tools>`. */
import { listen } from '@timestep-ai/timestep/http';
import { createEnvironmentHandler } from '@timestep-ai/timestep/mcp';
import { reportTo } from '../process/measured-server.ts';
import { DESCRIPTION, INPUT, OUTPUT, createToolNames } from './tools.ts';
import { getWeather } from './wire.ts';

const handler = createEnvironmentHandler({
  name: 'weather',
  version: '1.0.0',
  tools: createToolNames(Number(process.argv[2])).map((name) => ({
    name,
    description: DESCRIPTION,
    input: INPUT,
    output: OUTPUT,
    execute: ({ location }: { location: string }) => getWeather(location),
  })),
});
const { url } = await listen(handler, { port: 0 });
reportTo(`${url}/mcp`);

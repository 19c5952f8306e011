/**
 * The same agent behind a bridge, which calls it over A2A: `timestep.ts address`. With `path`, the
 * agent runs in the process of the bridge without A2A. The whole cost of a call is in this process.
 */
import { randomUUID } from 'node:crypto';
import { remoteAgent } from '@timestep-ai/timestep';
import { createMcpCallingTools } from '@timestep-ai/timestep/calling';
import { listen } from '@timestep-ai/timestep/http';
import { createEnvironmentHandler } from '@timestep-ai/timestep/mcp';
import { createOwnTasks } from '@timestep-ai/timestep/port';
import { createMemoryRunner, systemClock } from '@timestep-ai/timestep/runner';
import { reportTo } from '../process/measured-server.ts';
import { echo, serveEcho } from './agent.ts';

const called =
  process.argv[2] === 'path' ? echo : remoteAgent(await serveEcho(), { agentId: 'echo' }).loop;
const runner = createMemoryRunner({ agents: [called] });
const tools = createMcpCallingTools({
  agents: {
    list: async () => [{ name: 'echo', description: 'Says what it is told' }],
    find: (name) => (name === 'echo' ? { name } : undefined),
  },
  getTasks: (principal) => createOwnTasks(runner, { principal }),
  clock: systemClock,
  newId: randomUUID,
});
const handler = createEnvironmentHandler({ name: 'bridge', version: '1.0.0', tools });
const { url } = await listen(handler, { port: 0 });
reportTo(`${url}/mcp`);

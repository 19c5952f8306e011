import { agentBuiltinEcho } from '#agents/model';
import { Agent, serve } from '../../index.ts';

// Serves an agent, prints its port, then its peak memory in MB for each line of input.

const agent = new Agent({ agentId: 'echo', name: 'echo', model: agentBuiltinEcho });
const { port } = await serve({ agents: [agent], port: 0, database: ':memory:' });
const megabytes = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

process.stdout.write(`${JSON.stringify({ port, megabytes: megabytes() })}\n`);
process.stdin.on('data', () =>
  process.stdout.write(`${JSON.stringify({ megabytes: megabytes() })}\n`),
);

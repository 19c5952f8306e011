/**
 * `npm run measure:agents -- [--agents N] [--calls N]`: measures the cost of serving N agents in
 * one process, of finding one of them, and of calling agents: N concurrent calls, and many calls of
 * one agent. Each agent has an environment, and has received no message when the start is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { measureDelegations } from './delegations.ts';
import { Agent, createServables, Environment, serve, type Serving } from '@timestep-ai/timestep';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '1000' },
  },
});
const AGENTS = Number(values.agents);
const ASKED = 2000;
const MEGABYTE = 1024 * 1024;
const CARD = '/.well-known/agent-card.json';

interface Served {
  readonly server: Serving;
  readonly put: () => void;
}

function agentNamed(agentId: string): Agent {
  const environment = new Environment({ environmentId: agentId, agentId });
  const model = () => ({ role: 'assistant', content: 'Ready.' }) as const;
  return new Agent({
    agentId,
    name: agentId,
    description: `Knows ${agentId}.`,
    model,
    environment,
  });
}

async function serveAgents(count: number, path: string): Promise<Served> {
  const names = Array.from({ length: count }, (_, index) => `agent-${index}`);
  const agents = createServables(names.map(agentNamed));
  const server = await serve({ agents, port: 0, database: path });
  return { server, put: () => agents.put(agentNamed('late')) };
}

/** Measures microseconds per request, without a socket. */
async function measureRequest(
  { server }: Served,
  pathOf: (index: number) => string,
): Promise<number> {
  const before = performance.now();
  for (let index = 0; index < ASKED; index += 1) {
    const response = await server.fetch(new Request(`http://127.0.0.1${pathOf(index)}`));
    if (!response.ok) throw new Error(`${pathOf(index)}: ${response.status}`);
    await response.text();
  }
  return ((performance.now() - before) * 1000) / ASKED;
}

const folder = mkdtempSync(join(tmpdir(), 'timestep-agents-'));
try {
  const empty = process.memoryUsage().rss;
  const began = performance.now();
  const cpu = process.cpuUsage();
  const many = await serveAgents(AGENTS, join(folder, 'many.db'));
  const startMs = performance.now() - began;
  const used = process.cpuUsage(cpu);
  const rss = process.memoryUsage().rss;
  const few = await serveAgents(2, join(folder, 'few.db'));
  const one = (): string => `/agents/agent-1${CARD}`;
  await measureRequest(few, one);
  const ofTwo = await measureRequest(few, one);
  const ofMany = await measureRequest(many, one);
  const each = (index: number): string => `/agents/agent-${index % AGENTS}${CARD}`;
  const first = await measureRequest(many, each);
  const beforePut = performance.now();
  many.put();
  const putMs = performance.now() - beforePut;
  const lines = [
    `${AGENTS} agents, each with an environment`,
    `start: ${startMs.toFixed(0)} ms, of that CPU ${((used.user + used.system) / 1000).toFixed(0)} ms (aim: 2000)`,
    `memory of the process: ${(rss / MEGABYTE).toFixed(0)} MB, before ${(empty / MEGABYTE).toFixed(0)} MB (aim: 300); after all have been asked ${(process.memoryUsage().rss / MEGABYTE).toFixed(0)} MB`,
    `a card of one of 2 agents: ${ofTwo.toFixed(0)} µs, of ${AGENTS}: ${ofMany.toFixed(0)} µs, each asked in turn: ${first.toFixed(0)} µs`,
    `one more agent: ${putMs.toFixed(2)} ms`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  await many.server.close(0);
  await few.server.close(0);
  process.stdout.write(`${(await measureDelegations(Number(values.calls))).join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

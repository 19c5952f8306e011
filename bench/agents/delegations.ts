/**
 * Measures the cost of calling many agents concurrently through `call_agent` in one process, and of
 * calling one agent very often.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createMcpCallingTools } from '@timestep-ai/timestep/calling';
import { getText } from '@timestep-ai/timestep/core';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { createLocalEnvironment } from '@timestep-ai/timestep/mcp';
import { createOwnTasks, type AgentFn, type ServedAgent } from '@timestep-ai/timestep/port';
import { openMemory, openSqlite, systemClock } from '@timestep-ai/timestep/runner';

const AGENTS = 50;
const QUEUE = 100;

/** Returns lines with the figures. Throws if an answer is lost, repeated or wrong. */
export async function measureDelegations(calls: number): Promise<string[]> {
  const lines: string[] = [];
  for (const kind of ['memory', 'SQLite'] as const) {
    const spread = await measureCalls(kind, calls, AGENTS, 'at once');
    const queue = await measureCalls(kind, QUEUE, 1, 'in turn');
    lines.push(
      `${kind}: ${calls} calls at once of ${AGENTS} agents: ${spread}`,
      `${kind}: ${QUEUE} calls of one agent, which answers in turn: ${queue}`,
    );
  }
  return lines;
}

/**
 * Creates an agent that repeats its messages; with `in turn`, it answers one message after the
 * other.
 */
function createEchoAgent(way: 'at once' | 'in turn') {
  let heard = 0;
  let turn = Promise.resolve();
  const agent: AgentFn = async (messages) => {
    heard += 1;
    if (way === 'in turn') await (turn = turn.then(() => new Promise(setImmediate)));
    return { role: 'assistant', content: `heard ${messages.map(getText).at(-1)}` };
  };
  return { agent, heard: () => heard };
}

async function measureCalls(
  kind: 'memory' | 'SQLite',
  calls: number,
  count: number,
  way: 'at once' | 'in turn',
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-calls-'));
  const { agent, heard } = createEchoAgent(way);
  const environment = functionEnvironment({});
  const names = Array.from({ length: count }, (_, at) => `agent-${at}`);
  const limits = { max_steps: 5, time_limit_s: 600 };
  const agents = names.map((name): ServedAgent => {
    return { name, agent, toolSite: 'server', limits, environment: () => environment };
  });
  const backend =
    kind === 'memory'
      ? openMemory({ agents })
      : openSqlite({ agents, path: join(folder, 'tasks.db') });
  try {
    const { runner } = backend;
    const tools = createMcpCallingTools({
      agents: {
        list: async () => names.map((name) => ({ name, description: name })),
        find: (name) => (names.includes(name) ? { name } : undefined),
      },
      getTasks: (principal) => createOwnTasks(runner, { principal }),
      clock: systemClock,
      newId: () => crypto.randomUUID(),
    });
    const within = createLocalEnvironment({ name: 'bridge', version: '1', tools });
    const { signal } = new AbortController();
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const answers = Array.from({ length: calls }, async (_, at) => {
      const args = { agent: `agent-${at % count}`, message: `${at}`, wait_s: 600 };
      const call = { id: `${at}`, name: 'call_agent', arguments: args };
      const { content } = await within.callTool(call, { key: `${at}`, attempt: 1, signal });
      const report = JSON.parse(content) as { readonly answer?: string };
      if (report.answer !== `heard ${at}`) throw new Error(`call ${at}: ${content}`);
    });
    await Promise.all(answers);
    const [seconds, used] = [(performance.now() - began) / 1000, process.cpuUsage(cpu)];
    const query = { principal: '', state: 'completed', pageSize: 1 } as const;
    const { total } = await runner.list(query);
    if (total !== calls || heard() !== calls) {
      throw new Error(`${calls} calls were ${total} tasks, heard ${heard()} times`);
    }
    const each = (used.user + used.system) / calls;
    return `all answered once, ${seconds.toFixed(2)} s, ${each.toFixed(0)} µs of CPU each`;
  } finally {
    await backend.close(0);
    rmSync(folder, { recursive: true });
  }
}

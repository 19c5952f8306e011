import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getText, type JsonObject } from '#core';
import { functionEnvironment } from '#engine/tools';
import { createLocalEnvironment } from '#protocols/mcp';
import { createOwnTasks, type AgentFn, type BackendNeeds, type ServedAgent } from '#engine/port';
import { openMemory, openSqlite, systemClock } from '#engine/runner';
import { createMcpCallingTools } from './mcp-calling-tools.ts';

const AGENTS = 20;

/** Repeats what it hears; answers begin once all calls were heard, and then one after another. */
function parrot(expected: number) {
  const all = Promise.withResolvers<void>();
  let heard = 0;
  let [running, most] = [0, 0];
  let turn: Promise<void> = all.promise;
  const agent: AgentFn = async (messages) => {
    heard += 1;
    if (heard === expected) all.resolve();
    const before = turn;
    const mine = Promise.withResolvers<void>();
    turn = mine.promise;
    await before;
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    mine.resolve();
    return { role: 'assistant', content: `heard ${messages.map(getText).at(-1)}` };
  };
  return { agent, heard: () => heard, most: () => most };
}

const BACKENDS = [
  ['memory', openMemory],
  [
    'SQLite',
    (needs: BackendNeeds) => {
      const folder = mkdtempSync(join(tmpdir(), 'timestep-calls-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return openSqlite({ ...needs, path: join(folder, 'tasks.db') });
    },
  ],
] as const;

it.each(BACKENDS)('answers 300 calls at once, each once, with tasks in %s', async (_name, open) => {
  const calls = 300;
  const { heard, most, runner, call } = bridgeTo(calls, AGENTS, open);
  const reports = await Promise.all(
    Array.from({ length: calls }, (_, at) =>
      call(`call ${at}`, { agent: `agent-${at % AGENTS}`, message: `${at}` }),
    ),
  );
  expect(reports.map(({ answer }) => answer)).toEqual(reports.map((_, at) => `heard ${at}`));
  expect(new Set(reports.map(({ task }) => task)).size).toBe(calls);
  expect([heard(), most()]).toEqual([calls, 1]);
  expect((await runner.list({ principal: '', state: 'completed', pageSize: 1 })).total).toBe(calls);
});

it.each(BACKENDS)(
  'queues 100 calls of one agent without losing one, in %s',
  async (_name, open) => {
    const { heard, runner, call } = bridgeTo(100, 1, open);
    const begun = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        call(`call ${at}`, { agent: 'agent-0', message: `${at}`, wait_s: 0 }),
      ),
    );
    const told = await Promise.all(
      begun.map(({ task }, at) => call(`look ${at}`, { task: task ?? null }, 'get_task')),
    );
    expect(told.map(({ answer }) => answer)).toEqual(told.map((_, at) => `heard ${at}`));
    // The same calls again, as after a crash of the caller, are the same tasks.
    const again = await Promise.all(
      begun.map((_, at) => call(`call ${at}`, { agent: 'agent-0', message: `${at}`, wait_s: 0 })),
    );
    expect(again).toEqual(told);
    expect(heard()).toBe(100);
    expect((await runner.list({ principal: '', pageSize: 1 })).total).toBe(100);
  },
);

function bridgeTo(calls: number, count: number, open: (typeof BACKENDS)[number][1]) {
  const { agent, heard, most } = parrot(calls);
  const environment = functionEnvironment({});
  const names = Array.from({ length: count }, (_, at) => `agent-${at}`);
  const agents = names.map((name): ServedAgent => ({
    name,
    agent,
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 600 },
    environment: () => environment,
  }));
  const backend = open({ agents });
  onTestFinished(() => backend.close(0));
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
  const within = createLocalEnvironment({ name: 'bridge', version: '1', tools }, systemClock);
  const { signal } = new AbortController();
  const call = async (key: string, args: JsonObject, name = 'call_agent') => {
    const asked = { id: key, name, arguments: { ...args, wait_s: args['wait_s'] ?? 600 } };
    const { content } = await within.callTool(asked, { key, attempt: 1, signal });
    return JSON.parse(content) as { readonly task?: string; readonly answer?: string };
  };
  return { heard, most, runner, call };
}

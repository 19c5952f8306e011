import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryPoint } from '#core';
import type { AgentFn, Backend, BackendNeeds, Clock, TaskFilter } from '#engine/port';
import { createManualClock } from '#testing';
import { openMemory } from './memory/open-memory.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { NEVER, saying, served, temporaryFiles } from './sqlite/store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

type Needs = BackendNeeds & { readonly clock: Clock };

const BACKENDS: readonly (readonly [string, (needs: Needs) => Backend])[] = [
  ['memory', openMemory],
  ['SQLite', (needs) => openSqlite({ path: files.newPath(), ...needs })],
];

const CALL = { id: 'c1', type: 'function', function: { name: 'ask', arguments: '{}' } } as const;

/** Uses as many tokens as its message says, and costs less the more it uses. With few it calls a tool. */
const spend: AgentFn = (messages) => {
  const used = Number(messages.at(-1)?.content);
  if (used < 10) return { role: 'assistant', content: null, tool_calls: [CALL] };
  const usage = { prompt_tokens: 0, completion_tokens: used, total_tokens: used };
  return { role: 'assistant', content: 'Done.', usage, cost_usd: 1 / used };
};

describe.each(BACKENDS)('lists of tasks in %s', (_name, open) => {
  const clock = createManualClock(1000);
  let backend: Backend;

  async function add(
    agent: string,
    tokens: number,
    entry: EntryPoint,
    path: readonly string[] = [],
  ): Promise<void> {
    clock.advance(10);
    const start = {
      taskId: `${agent}-${tokens}`,
      delegation: { path },
      toolSite: 'client',
    } as const;
    const task = await backend.runner.submit({ ...saying(String(tokens)), agent, entry, start });
    await backend.runner.waitUntilSettled(task.id, NEVER);
  }

  async function listed(filter: Partial<TaskFilter>): Promise<readonly [string[], number]> {
    const { tasks, total } = await backend.tasks.list({ limit: 10, ...filter });
    return [tasks.map(({ id }) => id), total];
  }

  beforeAll(async () => {
    const agents = ['a', 'b', 'asks'].map((name) => served(spend, { name }));
    backend = open({ agents, clock });
    await add('a', 30, 'mcp');
    await add('a', 10, 'a2a-1.0');
    await add('b', 20, 'a2a-1.0');
    await add('b', 40, 'agent', ['a']);
    await add('asks', 5, 'page');
  });
  afterAll(() => backend.close(0));

  it('contain the tasks that came by one protocol', async () => {
    expect(await listed({ entry: 'a2a-1.0' })).toEqual([['b-20', 'a-10'], 2]);
    expect(await listed({ entry: 'a2a-1.0', agent: 'a' })).toEqual([['a-10'], 1]);
    expect(await listed({ entry: 'acp' })).toEqual([[], 0]);
  });

  it('leave out the tasks that other agents have asked', async () => {
    expect((await listed({}))[1]).toBe(5);
    expect(await listed({ isAsked: false })).toEqual([['asks-5', 'b-20', 'a-10', 'a-30'], 4]);
    expect(await listed({ isAsked: true })).toEqual([['b-40'], 1]);
  });

  it('contain tasks by their figures, the largest first, also tasks that wait', async () => {
    expect(await listed({ sort: 'tokens' })).toEqual([
      ['b-40', 'a-30', 'b-20', 'a-10', 'asks-5'],
      5,
    ]);
    expect(await listed({ sort: 'cost', isAsked: false })).toEqual([
      ['a-10', 'b-20', 'a-30', 'asks-5'],
      4,
    ]);
    expect((await listed({ sort: 'start' }))[0]).toEqual([
      'asks-5',
      'b-40',
      'b-20',
      'a-10',
      'a-30',
    ]);
    expect(await listed({ sort: 'tokens', limit: 2 })).toEqual([['b-40', 'a-30'], 5]);
    expect(await listed({ sort: 'duration', agent: 'a', state: 'failed' })).toEqual([[], 0]);
    expect((await listed({ sort: 'duration' }))[1]).toBe(5);
  });

  it('say of each task how it came, and who asked', async () => {
    const { tasks } = await backend.tasks.list({ limit: 10, agent: 'b' });
    expect(tasks.map(({ entry, isAsked }) => [entry, isAsked])).toEqual([
      ['agent', true],
      ['a2a-1.0', undefined],
    ]);
    expect(await backend.tasks.countGroups?.()).toEqual(
      expect.arrayContaining([
        { agent: 'a', state: 'completed', entry: 'mcp', tasks: 1 },
        { agent: 'b', state: 'completed', entry: 'agent', isAsked: true, tasks: 1 },
      ]),
    );
  });
});

it.each(BACKENDS)(
  'stores tasks in %s whose model reports figures that are none',
  async (_, open) => {
    const odd: AgentFn = (messages) => {
      const used = [Number.NaN, Infinity, -Infinity, -5][Number(messages.at(-1)?.content)] ?? 1e300;
      const usage = { prompt_tokens: used, completion_tokens: 0, total_tokens: used };
      return { role: 'assistant', content: 'Done.', usage, cost_usd: used };
    };
    const backend = open({ agents: [served(odd, { name: 'a' })], clock: createManualClock(1000) });
    for (const index of ['0', '1', '2', '3', '4']) {
      const { id } = await backend.runner.submit({ ...saying(index), agent: 'a' });
      const { state } = await backend.runner.waitUntilSettled(id, NEVER);
      expect([index, state]).toEqual([index, 'completed']);
    }
    for (const sort of ['tokens', 'cost'] as const)
      expect((await backend.tasks.list({ limit: 9, sort })).tasks).toHaveLength(5);
    await backend.close(0);
  },
);

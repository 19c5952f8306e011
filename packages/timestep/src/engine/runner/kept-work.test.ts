import { afterAll, expect, it } from 'vitest';
import type { AssistantMessage } from '#core';
import { HOUR_MS, type AgentFn, type Backend, type BackendNeeds, type Clock } from '#engine/port';
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

const REPLY: AssistantMessage = {
  role: 'assistant',
  content: 'Hello.',
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
  cost_usd: 0.5,
};

it.each(BACKENDS)('keeps how often agents called each other in %s', async (name, open) => {
  const clock = createManualClock(10 * HOUR_MS);
  const agents = ['desk', 'sky'].map((agent) => served(async () => REPLY, { name: agent }));
  const backend = open({ agents, clock });
  const call = async (agent: string, path: readonly string[]): Promise<string> => {
    const start = { delegation: { path } };
    const { id } = await backend.runner.submit({
      ...saying(`${agent} ${path.join(' ')}`),
      agent,
      start,
    });
    await backend.runner.waitUntilSettled(id, NEVER);
    return id;
  };
  const read = (since: number, until = Infinity) => backend.tasks.readCalls?.({ since, until });
  await call('desk', []);
  await call('sky', ['desk']);
  const last = await call('sky', ['guide', 'desk']);
  await call('sky', ['far']);
  await call('sky', ['x'.repeat(201)]);
  await call('sky', ['nul \0']);
  clock.advance(HOUR_MS);
  await call('desk', ['sky']);
  expect(await read(10 * HOUR_MS, 11 * HOUR_MS)).toEqual([
    { caller: 'desk', agent: 'sky', calls: 2 },
    { caller: 'far', agent: 'sky', calls: 1 },
  ]);
  expect(await read(11 * HOUR_MS)).toEqual([{ caller: 'sky', agent: 'desk', calls: 1 }]);
  expect(await backend.tasks.erase(last)).toBe(true);
  const left = (await read(0))?.find(({ caller }) => caller === 'desk')?.calls;
  // Memory counts the tasks that it contains; a database keeps its counts.
  expect(left).toBe(name === 'memory' ? 1 : 2);
  await backend.close(0);
});

it.each(BACKENDS)('keeps the work of each hour in %s', async (_, open) => {
  const clock = createManualClock(10 * HOUR_MS);
  const priced: AgentFn = async (messages, { called }) => {
    called?.({ provider: 'acme', model: 'm1' });
    clock.advance(1000);
    if (messages.at(-1)?.content === 'fail') throw new Error('no');
    const { cost_usd: _cost, ...unpriced } = REPLY;
    return messages.at(-1)?.content === 'free' ? unpriced : REPLY;
  };
  const backend = open({ agents: [served(priced, { name: 'guide' })], clock });
  const ask = async (text: string): Promise<void> => {
    const { id } = await backend.runner.submit({ ...saying(text), agent: 'guide' });
    await backend.runner.waitUntilSettled(id, NEVER);
  };
  const read = (since: number, until = Infinity) => backend.tasks.readWork?.({ since, until });
  await ask('one');
  await ask('free');
  clock.advance(HOUR_MS);
  await ask('fail');

  const period = { since: 10 * HOUR_MS, until: 11 * HOUR_MS };
  const first = (await read(period.since, period.until)) ?? [];
  const sum = (kind: string, name: 'count' | 'failed' | 'inputTokens' | 'costUsd' | 'unpriced') =>
    first.filter((one) => one.kind === kind).reduce((total, one) => total + one[name], 0);
  expect(sum('task', 'count')).toBe(2);
  expect(sum('task', 'failed')).toBe(0);
  expect(sum('model', 'count')).toBe(2);
  expect(sum('model', 'inputTokens')).toBe(20);
  expect(sum('model', 'costUsd')).toBe(0.5);
  expect(sum('model', 'unpriced')).toBe(1);
  expect(new Set(first.map(({ model }) => model))).toEqual(new Set(['', 'acme/m1']));
  const second = (await read(11 * HOUR_MS)) ?? [];
  expect(second.filter(({ failed }) => failed > 0).map(({ kind, hour }) => [kind, hour])).toEqual(
    expect.arrayContaining([
      ['task', 11 * HOUR_MS],
      ['model', 11 * HOUR_MS],
    ]),
  );
  expect(await backend.tasks.countGroups?.()).toEqual(
    expect.arrayContaining([
      { agent: 'guide', state: 'completed', tasks: 2 },
      { agent: 'guide', state: 'failed', tasks: 1 },
    ]),
  );
  await backend.close(0);
});

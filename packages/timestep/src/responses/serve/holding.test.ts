import { expect, it } from 'vitest';
import type { ToolEnvironment } from '../../port/index.ts';
import { manualClock } from '../../testing/index.ts';
import { createMemoryResponseStore, type ResponseStore } from '../index.ts';
import { calls, hangs, idOf, says, script, serve, type ServeOptions } from '../served.fixture.ts';

const LEASE_MS = 30;
const BACKGROUND = { input: 'Weather?', background: true };

/** What two handlers on one store share. */
function shared() {
  const clock = manualClock(1000);
  const store = createMemoryResponseStore({ clock });
  return { clock, store, leaseMs: LEASE_MS };
}

/** Makes the calls of an agent whose tools it is to run, each as told, and counts them. */
function looking(callTool: ToolEnvironment['callTool']) {
  const made: string[] = [];
  const environment: ToolEnvironment = {
    listTools: () => [
      { type: 'function', function: { name: 'look', parameters: {} }, replay: 'safe' },
    ],
    callTool(call, context) {
      made.push(context.key);
      return callTool(call, context);
    },
  };
  const place: ServeOptions = { toolSite: 'client', executeTools: async () => environment };
  return { made, place };
}

const never = (): Promise<never> => new Promise(() => undefined);

it('leaves what is unfinished to others at once when it is closed', async () => {
  const site = shared();
  const lost = looking(never);
  const { agent } = script(calls(['c1', 'look']), says('Sunny.'));
  const closing = serve(agent, { ...site, ...lost.place });
  const id = idOf(await closing.post(BACKGROUND));
  await expect.poll(() => lost.made.length).toBe(1);
  await closing.close();
  const found = looking(() => ({ content: 'blue' }));
  const other = serve(agent, { ...site, ...found.place, runner: closing.runner });
  await expect
    .poll(async () => (await other.ask('GET', `/v1/responses/${id}`)).body)
    .toMatchObject({ status: 'completed', output: [{ output: 'blue' }, {}] });
  expect([lost.made.length, found.made.length]).toEqual([1, 1]);
});

it('tries again later what it could not take up', async () => {
  const site = shared();
  const { agent } = script(calls(['c1', 'look']), says('Sunny.'));
  const gone = looking(never);
  const closing = serve(agent, { ...site, ...gone.place });
  const id = idOf(await closing.post(BACKGROUND));
  await expect.poll(() => gone.made.length).toBe(1);
  await closing.close();
  let isDown = true;
  const get: typeof closing.runner.get = async (taskId) => {
    if (isDown) throw new Error('away');
    return closing.runner.get(taskId);
  };
  const found = looking(() => ({ content: 'blue' }));
  const runner = { ...closing.runner, get };
  const other = serve(agent, { ...site, ...found.place, runner });
  await expect.poll(() => other.errors).toContainEqual(new Error('away'));
  isDown = false;
  site.clock.advance(LEASE_MS);
  await expect
    .poll(async () => (await other.ask('GET', `/v1/responses/${id}`)).body)
    .toMatchObject({ status: 'completed' });
  expect(found.made).toHaveLength(1);
});

it('keeps what a caller was told, whoever else has seen the end of it', async () => {
  const site = shared();
  const late = Promise.withResolvers<void>();
  const end: ResponseStore['end'] = async (record) => {
    await late.promise;
    return site.store.end(record);
  };
  const { agent, seen } = script(hangs('It is '));
  const one = serve(agent, { ...site, store: { ...site.store, end } });
  const answer = one.post({ input: 'Weather?' });
  await expect.poll(() => seen.length).toBe(1);
  const id = seen[0]?.context.task.metadata['response_id'] as string;
  const other = serve(agent, { ...site, runner: one.runner });
  const path = `/v1/responses/${id}`;
  expect((await other.ask('POST', `${path}/cancel`)).body).toMatchObject({ status: 'cancelled' });
  late.resolve();
  const told = (await answer).body;
  expect(told).toMatchObject({ output: [{ content: [{ text: 'It is ' }] }] });
  expect((await other.ask('GET', path)).body).toEqual(told);
});

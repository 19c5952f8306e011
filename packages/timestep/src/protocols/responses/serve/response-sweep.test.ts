import { expect, it } from 'vitest';
import type { AgentFn, ResponseStore } from '#engine/port';
import { createMemoryResponseStore } from '#engine/store';
import { createManualClock } from '#testing';
import { createResponseRecords } from '../records/response-record.ts';
import { hangs, idOf, says, script, serve } from '../served.fixture.ts';

const SWEEP_MS = 30;
const BACKGROUND = { input: 'Weather?', background: true };

/** What two handlers on one store share. */
function shared() {
  const clock = createManualClock(1_790_000_000_000);
  const store = createMemoryResponseStore({ clock });
  return { clock, store, sweepMs: SWEEP_MS };
}

/** An agent that answers when it is told to. */
function gated(): { readonly agent: AgentFn; readonly answer: () => void } {
  const told = Promise.withResolvers<void>();
  return { agent: () => told.promise.then(() => says('Sunny.')), answer: told.resolve };
}

/** What is kept of a response, whoever asks for it. */
async function kept(store: ResponseStore, id: string): Promise<string | undefined> {
  return (await createResponseRecords(store).get('', id))?.response.status;
}

const refuses = (): Promise<never> => Promise.reject(new Error('gone'));

it('ends what another process could not keep the end of', async () => {
  const site = shared();
  const { agent, answer } = gated();
  const closing = serve(agent, { ...site, store: { ...site.store, end: refuses } });
  const id = idOf(await closing.post(BACKGROUND));
  closing.close();
  serve(agent, { ...site, runner: closing.runner });
  answer();
  await expect.poll(() => closing.errors).toContainEqual(new Error('gone'));
  expect(await kept(site.store, id)).toBe('in_progress');
  site.clock.advance(SWEEP_MS);
  await expect.poll(() => kept(site.store, id)).toBe('completed');
});

it('tries again later what it could not end', async () => {
  const site = shared();
  const { agent, answer } = gated();
  const closing = serve(agent, { ...site, store: { ...site.store, end: refuses } });
  const id = idOf(await closing.post(BACKGROUND));
  closing.close();
  let isDown = true;
  const get: typeof closing.runner.get = async (taskId) => {
    if (isDown) throw new Error('away');
    return closing.runner.get(taskId);
  };
  const other = serve(agent, { ...site, runner: { ...closing.runner, get } });
  await expect.poll(() => other.errors).toContainEqual(new Error('away'));
  isDown = false;
  answer();
  await expect.poll(() => closing.errors).toContainEqual(new Error('gone'));
  site.clock.advance(SWEEP_MS);
  await expect.poll(() => kept(site.store, id)).toBe('completed');
});

it('leaves alone what has not ended', async () => {
  const site = shared();
  const { agent } = gated();
  const closing = serve(agent, site);
  const id = idOf(await closing.post(BACKGROUND));
  closing.close();
  let looks = 0;
  const unfinished: ResponseStore['listUnfinished'] = async (...given) => {
    looks += 1;
    return site.store.listUnfinished(...given);
  };
  const store = { ...site.store, listUnfinished: unfinished };
  const other = serve(agent, { ...site, store, runner: closing.runner });
  site.clock.advance(SWEEP_MS);
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(await kept(site.store, id)).toBe('in_progress');
  expect(other.errors).toEqual([]);
});

it('goes through however many there are, some at a time', async () => {
  const site = shared();
  const { agent, answer } = gated();
  const closing = serve(agent, { ...site, store: { ...site.store, end: refuses } });
  const ids = [];
  for (let count = 0; count < 101; count += 1) ids.push(idOf(await closing.post(BACKGROUND)));
  closing.close();
  answer();
  await expect.poll(() => closing.errors.length).toBe(ids.length);
  site.clock.advance(SWEEP_MS);
  serve(agent, { ...site, runner: closing.runner });
  for (const id of ids) await expect.poll(() => kept(site.store, id)).toBe('completed');
});

it('keeps what a caller was told, whichever process has seen the end of the task', async () => {
  const site = shared();
  const late = Promise.withResolvers<void>();
  const end: ResponseStore['end'] = async (...given) => {
    await late.promise;
    return site.store.end(...given);
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

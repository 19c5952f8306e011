import { expect, it } from 'vitest';
import type { NumberedEvent } from '#core';
import type { Runner } from '#engine/port';
import { createManualClock } from '#testing';
import { openMemory } from './open-memory.ts';
import { echo, saying, served } from '../sqlite/store.fixture.ts';

const NEVER = new AbortController().signal;

function opened() {
  const clock = createManualClock(1000);
  return { clock, backend: openMemory({ agents: [served(echo)], clock }) };
}

async function answered(runner: Runner, text: string, contextId?: string): Promise<string> {
  const { id } = await runner.submit({ ...saying(text), ...(contextId && { contextId }) });
  await runner.waitUntilSettled(id, NEVER);
  return id;
}

it('shows the tasks of everybody, newest change first', async () => {
  const { clock, backend } = opened();
  const first = await answered(backend.runner, 'one');
  clock.advance(10);
  const second = await answered(backend.runner, 'two');
  const { tasks } = backend;
  const listed = await tasks.list({ limit: 9 });
  expect(listed).toMatchObject({ total: 2, tasks: [{ id: second }, { id: first }] });
  expect(await tasks.list({ limit: 1 })).toMatchObject({ total: 2, tasks: [{ id: second }] });
  expect((await tasks.list({ limit: 9, state: 'working' })).total).toBe(0);
  expect((await tasks.list({ limit: 9, agent: 'other' })).total).toBe(0);
  expect(await tasks.load(first)).toMatchObject({ state: 'completed' });
  const events = [];
  for await (const { type } of tasks.events(first)) events.push(type);
  expect(events[0]).toBe('task.submitted');
  expect(events.at(-1)).toBe('task.finished');
  await expect(tasks.load('nothing')).rejects.toMatchObject({ code: 'task-not-found' });
});

it('gives a log page by page without waiting', async () => {
  const { backend } = opened();
  const id = await answered(backend.runner, 'one');
  const { tasks } = backend;
  const events: NumberedEvent[] = [];
  for await (const event of tasks.events(id)) events.push(event);
  expect(tasks.readEventsSync?.(id, 0, 2)).toEqual(events.slice(0, 2));
  expect(tasks.readEventsSync?.(id, 2, 99)).toEqual(events.slice(2));
  expect(tasks.readEventsSync?.(id, events.length, 99)).toEqual([]);
  expect(() => tasks.readEventsSync?.('nothing', 0, 1)).toThrow('there is no task nothing');
});

it('prunes ended tasks, but not where their conversation may go on', async () => {
  const { clock, backend } = opened();
  const alone = await answered(backend.runner, 'alone');
  const before = await answered(backend.runner, 'before', 'c1');
  clock.advance(10);
  const newest = await answered(backend.runner, 'newest', 'c1');
  clock.advance(10);
  const limit = clock.now();
  expect(await backend.tasks.prune({ before: limit, isDryRun: true })).toMatchObject({ tasks: 3 });
  expect(await backend.tasks.prune({ before: limit - 10, isDryRun: false })).toMatchObject({
    tasks: 2,
    events: expect.any(Number),
  });
  const left = await backend.tasks.list({ limit: 9 });
  expect(left.tasks.map(({ id }) => id)).toEqual([newest]);
  expect(await backend.runner.get(alone)).toBeUndefined();
  expect(await backend.runner.get(before)).toBeUndefined();
});

it('erases what ended as long ago as it is kept', async () => {
  const clock = createManualClock(1000);
  const retention = { endedForMs: 50, everyMs: 100 };
  const backend = openMemory({ agents: [served(echo)], clock, retention });
  const id = await answered(backend.runner, 'old');
  await expect.poll(() => clock.pending()).toBe(1);
  clock.advance(100);
  await expect.poll(() => backend.runner.get(id)).toBeUndefined();
  await backend.close(0);
  expect(clock.pending()).toBe(0);
});

it('lists the tasks of one conversation, and erases those that have ended', async () => {
  const { backend } = opened();
  const { runner, tasks } = backend;
  const one = await answered(runner, 'one', 'c1');
  await answered(runner, 'two', 'c2');
  const conversation = { contextId: 'c1', principal: 'p', limit: 9 };
  expect((await tasks.list(conversation)).tasks).toMatchObject([{ id: one }]);
  expect((await tasks.list({ ...conversation, principal: 'q' })).total).toBe(0);
  expect([await tasks.erase(one), await tasks.erase(one)]).toEqual([true, false]);
  expect((await tasks.list(conversation)).total).toBe(0);
  expect((await tasks.list({ limit: 9 })).total).toBe(1);
});

it('prunes a session with the last task of it, once that is old', async () => {
  const { clock, backend } = opened();
  const { runner, sessions, tasks } = backend;
  await answered(runner, 'one', 'c1');
  const key = { principal: 'p', id: 'c1' };
  await sessions.append(
    key,
    0,
    [{ type: 'session.opened', sessionId: 'c1', principal: 'p', agent: 'a' }],
    clock.now(),
  );
  await tasks.prune({ before: clock.now(), isDryRun: false });
  expect(await sessions.get(key)).toBeDefined();
  clock.advance(1);
  await tasks.prune({ before: clock.now(), isDryRun: true });
  expect(await sessions.get(key)).toBeDefined();
  await tasks.prune({ before: clock.now(), isDryRun: false });
  expect(await sessions.get(key)).toBeUndefined();
});

it('resolves `done` once it is closed', async () => {
  const { backend } = opened();
  await backend.close(0);
  await expect(backend.done).resolves.toBeUndefined();
});

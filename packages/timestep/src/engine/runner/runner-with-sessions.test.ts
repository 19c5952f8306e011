import { expect, it } from 'vitest';
import { historyToMessages, type SessionEvent } from '#core';
import type { AgentFn, Backend, Runner } from '#engine/port';
import { createManualClock, type ManualClock } from '#testing';
import { openMemory } from './memory/open-memory.ts';
import { withSessions } from './runner-with-sessions.ts';
import { echo, NEVER, saying, served } from './sqlite/store.fixture.ts';

const KEY = { principal: 'p', id: 'c1' };
const SETTINGS: SessionEvent = {
  type: 'session.set',
  settings: { model: 'a/b', temperature: 0, max_steps: 4 },
};

const failing: AgentFn = () => {
  throw new Error('down');
};

/** Asks for a call of a tool where it is told to wait. */
const waiter: AgentFn = (messages) =>
  messages.at(-1)?.content === 'wait'
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'ask', arguments: '{}' } }],
      }
    : { role: 'assistant', content: 'done' };

interface TestSetup {
  readonly clock: ManualClock;
  readonly runner: Runner;
  readonly backend: Backend;
  /** What was asked of the backend, in order. */
  readonly asked: string[];
}

function place(agent: AgentFn = echo): TestSetup {
  const clock = createManualClock(1000);
  const agents = [served(agent), served(agent, { name: 'other' })];
  const backend = openMemory({ agents, clock });
  const asked: string[] = [];
  const noting = <T extends object>(target: T, prefix: string): T =>
    new Proxy(target, {
      get(from, name, receiver) {
        asked.push(`${prefix}.${String(name)}`);
        const value: unknown = Reflect.get(from, name, receiver);
        return value;
      },
    });
  const sessions = noting(backend.sessions, 'sessions');
  const runner = withSessions(noting(backend.runner, 'runner'), { sessions, clock });
  asked.splice(0);
  return { clock, runner, backend, asked };
}

function open(backend: Backend, ...events: readonly SessionEvent[]): Promise<unknown> {
  const opening: SessionEvent = {
    type: 'session.opened',
    sessionId: 'c1',
    principal: 'p',
    agent: 'a',
  };
  return backend.sessions.append(KEY, 0, [opening, ...events], 1);
}

async function turn({ runner, clock }: TestSetup, text: string, agent = 'a') {
  clock.advance(1);
  const { id } = await runner.submit({ ...saying(text), agent, contextId: 'c1' });
  return runner.waitUntilSettled(id, NEVER);
}

it('looks for a session where a message names a context, and writes nothing where there is none', async () => {
  const { runner, asked } = place();
  await runner.submit(saying('hi'));
  expect(asked.splice(0)).toEqual(['runner.submit']);
  const task = await runner.submit({ ...saying('again'), contextId: 'c1' });
  expect(asked.splice(0)).toEqual(['sessions.get', 'runner.submit']);
  expect(task.origin.turn).toBeUndefined();
});

it('begins a turn with the settings of its session, and those of the sender before them', async () => {
  const here = place();
  const { backend } = here;
  await open(backend, SETTINGS, { type: 'session.permitted', tool: 'search' });
  const { origin } = await turn(here, 'hi');
  expect(origin).toMatchObject({
    turn: { model: 'a/b', permitted: ['search'] },
    settings: { temperature: 0 },
    limits: { max_steps: 4 },
  });
  const start = { settings: { temperature: 1 }, limits: { max_steps: 2 } };
  const task = await here.runner.submit({ ...saying('again'), contextId: 'c1', start });
  expect(task.origin).toMatchObject({
    turn: { settings: { temperature: 0 } },
    settings: { temperature: 1 },
    limits: { max_steps: 2 },
  });
});

it('leaves the turns of another agent and another principal alone', async () => {
  const here = place();
  const { backend } = here;
  await open(backend, SETTINGS);
  expect((await turn(here, 'hi', 'other')).origin.turn).toBeUndefined();
  const theirs = await here.runner.submit({ ...saying('hi'), principal: 'q', contextId: 'c1' });
  expect(theirs.origin.turn).toBeUndefined();
});

it('continues a turn that failed, which a context without a session does not', async () => {
  const here = place(failing);
  const { backend } = here;
  expect((await turn(here, 'first')).state).toBe('failed');
  expect((await turn(here, 'second')).origin.history).toEqual([]);
  await open(backend);
  expect(historyToMessages((await turn(here, 'third')).origin.history)).toEqual([
    { role: 'user', content: 'second' },
  ]);
});

it('continues the newest turn that has ended while another one is open', async () => {
  const here = place(waiter);
  await open(here.backend);
  await turn(here, 'first');
  here.clock.advance(1);
  const waiting = await here.runner.submit({
    ...saying('wait'),
    contextId: 'c1',
    start: { toolSite: 'client' },
  });
  expect((await here.runner.waitUntilSettled(waiting.id, NEVER)).state).toBe('input-required');
  expect(historyToMessages((await turn(here, 'next')).origin.history)).toEqual([
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'done' },
  ]);
});

it('gives a fork the turn that it was forked after, until it has a turn of its own', async () => {
  const here = place();
  const { backend } = here;
  const elsewhere = await here.runner.submit({ ...saying('before'), contextId: 'c0' });
  await here.runner.waitUntilSettled(elsewhere.id, NEVER);
  const opening = { type: 'session.opened', sessionId: 'c1', principal: 'p', agent: 'a' } as const;
  const forkedFrom = { sessionId: 'c0', taskId: elsewhere.id };
  await backend.sessions.append(KEY, 0, [{ ...opening, forkedFrom }], 1);
  const first = await turn(here, 'one');
  expect(first.origin.history).toHaveLength(2);
  const second = await turn(here, 'two');
  expect(historyToMessages(second.origin.history).map(({ content }) => content)).toContain('one');
  expect(second.origin.history).toHaveLength(4);
});

it('gives a fork nothing of a turn that belongs to somebody else', async () => {
  const here = place();
  const { backend } = here;
  const theirs = await here.runner.submit({ ...saying('secret'), principal: 'q' });
  await here.runner.waitUntilSettled(theirs.id, NEVER);
  const opening = { type: 'session.opened', sessionId: 'c1', principal: 'p', agent: 'a' } as const;
  const forkedFrom = { sessionId: 'c0', taskId: theirs.id };
  await backend.sessions.append(KEY, 0, [{ ...opening, forkedFrom }], 1);
  expect((await turn(here, 'one')).origin.history).toEqual([]);
});

it('opens a closed session again with its next turn', async () => {
  const here = place();
  const { backend } = here;
  await open(backend, SETTINGS, { type: 'session.closed' });
  expect((await turn(here, 'hi')).origin.turn?.model).toBe('a/b');
  expect(await backend.sessions.get(KEY)).toMatchObject({ isClosed: false, generation: 4 });
});

it('counts a turn as a change of its session', async () => {
  const here = place();
  const { backend } = here;
  await open(backend);
  await turn(here, 'hi');
  expect(await backend.sessions.get(KEY)).toMatchObject({ generation: 1, updatedAt: 1001 });
});

it('knows a message again whatever has become of its session', async () => {
  const here = place();
  const { backend } = here;
  await open(backend);
  const sent = { ...saying('hi'), contextId: 'c1' };
  const { id } = await here.runner.submit(sent);
  await here.runner.waitUntilSettled(id, NEVER);
  await backend.sessions.append(KEY, 1, [SETTINGS], 2);
  expect((await here.runner.submit(sent)).id).toBe(id);
});

it('does not wrap a runner twice', () => {
  const clock = createManualClock(1000);
  const { runner, sessions } = openMemory({ agents: [], clock });
  const wrapped = withSessions(runner, { sessions, clock });
  expect(wrapped).not.toBe(runner);
  expect(withSessions(wrapped, { sessions, clock })).toBe(wrapped);
});

import type { SubscribeRequest, NumberedEvent, StreamMessage } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createStreamClient, type StreamClientDeps, type StreamState } from './stream-client.ts';

/** A server that a test answers for, and a clock that it moves. */
function stage(takeSlot?: StreamClientDeps['takeSlot']) {
  const asked: SubscribeRequest[] = [];
  const states: StreamState[] = [];
  const pauses: number[] = [];
  let due: (() => void)[] = [];
  const answers: PromiseWithResolvers<Response>[] = [];
  let latest = new AbortController().signal;
  const client = createStreamClient({
    connect(wanted, signal) {
      asked.push(wanted);
      latest = signal;
      const answer = Promise.withResolvers<Response>();
      signal.addEventListener('abort', () => answer.reject(new Error('aborted')));
      answers.push(answer);
      return answer.promise;
    },
    schedule(delayMs, run) {
      if (delayMs > 0) pauses.push(delayMs);
      due.push(run);
      return () => {
        due = due.filter((one) => one !== run);
      };
    },
    random: () => 1,
    takeSlot,
    onState: (state) => states.push(state),
  });
  return {
    client,
    asked,
    states,
    pauses,
    /** Answers with a stream that has no end of its own. */
    open: async () => {
      const signal = latest;
      const body = new ReadableStream({
        start(controller) {
          signal.addEventListener('abort', () => controller.error(new Error('aborted')));
        },
      });
      answers.pop()?.resolve(new Response(body));
      await new Promise(setImmediate);
    },
    /** Runs what waits, then lets promises settle. */
    pass: async () => {
      for (const run of due.splice(0)) run();
      await new Promise(setImmediate);
    },
    answer: async (messages: readonly StreamMessage[]) => {
      const text = messages.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
      answers.pop()?.resolve(new Response(text));
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    },
    refuse: async (error: Error) => {
      answers.pop()?.reject(error);
      await new Promise(setImmediate);
    },
  };
}

function event(generation: number): StreamMessage {
  const one: NumberedEvent = { type: 'cancel.requested', generation, at: generation };
  return { kind: 'task', taskId: 't1', update: { kind: 'event', event: one } };
}

it('asks for the overview since a time, which may be 0, and gives it to its reader', async () => {
  const { client, asked, pass, answer } = stage();
  const seen: StreamMessage[] = [];
  client.subscribe({ overview: 0, onMessage: (message) => seen.push(message) });
  await pass();
  expect(asked).toEqual([{ tasks: [], overview: 0 }]);
  const overview = { running: 1, waiting: 0, failed: 0, costUsd: 0, isPartial: false, groups: [] };
  await answer([{ kind: 'overview', overview }]);
  expect(seen).toEqual([{ kind: 'overview', overview }]);
});

it('says how many tasks wait to those who follow that alone', async () => {
  const { client, asked, pass, answer } = stage();
  const heard: StreamMessage[][] = [[], []];
  client.subscribe({ waiting: true, onMessage: (message) => heard[0]?.push(message) });
  client.subscribe({ list: {}, onMessage: (message) => heard[1]?.push(message) });
  await pass();
  expect(asked).toEqual([{ tasks: [], list: {}, waiting: true }]);
  await answer([
    { kind: 'waiting', total: 3 },
    { kind: 'list', tasks: [], total: 9 },
  ]);
  expect(heard.map((each) => each.map(({ kind }) => kind))).toEqual([['waiting'], ['list']]);
});

it('asks again after the newest event, so that each is heard once and in order', async () => {
  const { client, asked, pass, answer } = stage();
  const heard: number[] = [];
  client.subscribe({
    task: { id: 't1', after: 2 },
    onMessage(message) {
      if (message.kind === 'task' && message.update.kind === 'event')
        heard.push(message.update.event.generation);
    },
  });
  await pass();
  await answer([event(3), event(4)]);
  await pass();
  await answer([event(4), event(5)]);
  await pass();
  expect(asked.map(({ tasks }) => tasks?.[0]?.after)).toEqual([2, 4, 5]);
  expect(heard).toEqual([3, 4, 5]);
});

it('waits longer each time it is not answered, and as at first once it was', async () => {
  const { client, pauses, pass, refuse, answer } = stage();
  client.subscribe({ task: { id: 't1', after: 0 }, onMessage: () => undefined });
  await pass();
  for (let times = 0; times < 8; times += 1) {
    await refuse(new Error('gone'));
    await pass();
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  await answer([event(1)]);
  expect(pauses.at(-1)).toBe(500);
});

it('does not ask again where it is not let in', async () => {
  const { client, asked, states, pass, refuse } = stage();
  client.subscribe({ list: {}, onMessage: () => undefined });
  await pass();
  await refuse(new ApiError(401, 'unauthorized', 'who are you'));
  await pass();
  expect(states.at(-1)).toBe('signed-out');
  expect(asked).toHaveLength(1);
});

it('keeps no stream while it is hidden and no task runs', async () => {
  const { client, asked, states, pass, answer } = stage();
  client.subscribe({ list: {}, onMessage: () => undefined });
  await pass();
  client.setHidden(true);
  expect(states.at(-1)).toBe('idle');
  client.setHidden(false);
  await pass();
  expect(asked).toHaveLength(2);
  client.subscribe({ task: { id: 't1', after: 0 }, onMessage: () => undefined });
  await pass();
  client.setHidden(true);
  expect(states.at(-1)).toBe('connecting');
  await answer([{ kind: 'settled', taskId: 't1' }]);
  expect(states.at(-1)).toBe('idle');
});

it('makes room for other tabs after its turn, and takes the next one without being disconnected', async () => {
  const released: string[] = [];
  const slot = { turnMs: 400, release: () => void released.push('released') };
  const { client, asked, states, pauses, pass, open } = stage(async () => slot);
  client.subscribe({ waiting: true, onMessage: () => undefined });
  await pass();
  await open();
  expect(pauses).toEqual([400]);
  await pass();
  expect(released).toEqual(['released']);
  await pass();
  expect(asked).toHaveLength(2);
  expect(states).not.toContain('disconnected');
});

it('asks for nothing before it has its slot', async () => {
  const turn = Promise.withResolvers<{ release: () => void }>();
  const { client, asked, pass } = stage(() => turn.promise);
  client.subscribe({ waiting: true, onMessage: () => undefined });
  await pass();
  expect(asked).toEqual([]);
  turn.resolve({ release: () => undefined });
  await new Promise(setImmediate);
  expect(asked).toEqual([{ tasks: [], waiting: true }]);
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { TimestepError } from '#core';
import { createOwnTasks, type AgentFn, type OwnTask } from '#engine/port';
import { openMemory } from '#engine/runner';
import { functionEnvironment } from '#engine/tools';
import { createManualClock } from '#testing';
import { withTaskProgress } from './task-progress.ts';

const LIMITS = { max_steps: 5, time_limit_s: 60, model_patience_s: 600 };

/** Starts a task, and counts the streams of it that are open. */
async function startTask(agent: AgentFn) {
  const environment = functionEnvironment({});
  const served = { name: 'one', agent, toolSite: 'server', limits: LIMITS } as const;
  const backend = openMemory({ agents: [{ ...served, environment: () => environment }] });
  onTestFinished(() => backend.close(0));
  const message = { role: 'user', content: 'Go' } as const;
  const tasks = createOwnTasks(backend.runner, { principal: '' });
  const started = await tasks.submit({ agent: 'one', messageId: 'm', message });
  const streams = { opened: 0, open: 0 };
  const own: OwnTask = {
    ...started,
    async *subscribe(from, signal) {
      streams.opened += 1;
      streams.open += 1;
      try {
        yield* started.subscribe(from, signal);
      } finally {
        streams.open -= 1;
      }
    },
  };
  return { own, streams };
}

/** A model that calls a tool, and then thinks until its task is over. */
const busy: AgentFn = async (messages, { signal }) => {
  if (messages.at(-1)?.role === 'tool') {
    return new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }));
  }
  const called = { name: 'dig', arguments: '{"depth":3}' };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: called }],
  };
};

function createCaller(receivesProgress: boolean) {
  const texts: unknown[] = [];
  const progress = async (...sent: readonly unknown[]): Promise<void> => void texts.push(sent[2]);
  return { texts, context: { receivesProgress, progress } };
}

it('says what the task does, then at times that it works, and closes its stream', async () => {
  const { own, streams } = await startTask(busy);
  const { texts, context } = createCaller(true);
  const clock = createManualClock();
  const { promise, resolve } = Promise.withResolvers<string>();
  const done = withTaskProgress(context, clock, own, () => promise);
  expect(streams.opened).toBe(0);
  clock.advance(250);
  await vi.waitUntil(() => texts.length > 0);
  expect(texts).toEqual(['dig 3']);
  clock.advance(15_000);
  expect(texts).toEqual(['dig 3', 'one is working']);
  expect(streams).toEqual({ opened: 1, open: 1 });
  resolve('done');
  expect(await done).toBe('done');
  await expect.poll(() => streams.open).toBe(0);
  expect(clock.pending()).toBe(0);
});

class AwayError extends TimestepError {
  readonly retryable = true;
}

it('repeats in silence why the task makes no progress', async () => {
  const { own } = await startTask(() => {
    throw new AwayError('away', 'cannot reach 127.0.0.1:1');
  });
  const { texts, context } = createCaller(true);
  const clock = createManualClock();
  const { promise, resolve } = Promise.withResolvers<string>();
  const done = withTaskProgress(context, clock, own, () => promise);
  clock.advance(250);
  await vi.waitUntil(() => texts.length > 0);
  clock.advance(15_000);
  const reason = expect.stringContaining('waiting for agent one: cannot reach 127.0.0.1:1');
  expect(texts).toEqual([reason, reason]);
  resolve('done');
  await done;
});

it('opens no stream for a caller that receives no progress, and for short tasks', async () => {
  const { own, streams } = await startTask(busy);
  const clock = createManualClock();
  const quiet = createCaller(false);
  const work = async (): Promise<string> => {
    expect(clock.pending()).toBe(0);
    return 'done';
  };
  expect(await withTaskProgress(quiet.context, clock, own, work)).toBe('done');
  const { texts, context } = createCaller(true);
  await withTaskProgress(context, clock, own, async () => clock.advance(249));
  clock.advance(60_000);
  expect({ texts, opened: streams.opened, timers: clock.pending() }).toEqual({
    texts: [],
    opened: 0,
    timers: 0,
  });
});

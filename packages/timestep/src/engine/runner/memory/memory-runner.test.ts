import { describe, expect, it } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import { createManualClock, runnerSuite } from '#testing';
import { createMemoryRunner } from './memory-runner.ts';

describe('memory runner', () => {
  it.each(runnerSuite.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    await entry.run((agents) => createMemoryRunner({ agents }));
  });

  const served = {
    name: 'a',
    agent: () => ({ role: 'assistant', content: 'x' }) as const,
    toolSite: 'server',
    limits: { max_steps: 3, time_limit_s: 10 },
    environment: () => functionEnvironment({}),
  } as const;
  const hello = { agent: 'a', principal: '', message: { role: 'user', content: 'hi' } } as const;
  const never = new AbortController().signal;

  it('forgets the oldest ended tasks, and their message ids with them', async () => {
    const runner = createMemoryRunner({ agents: [served], keep: 2 });
    const ids: string[] = [];
    for (const messageId of ['m1', 'm2', 'm3']) {
      const task = await runner.waitUntilSettled(
        (await runner.submit({ ...hello, messageId })).id,
        never,
      );
      ids.push(task.id);
    }
    await new Promise(setImmediate);
    const known = await Promise.all(ids.map((id) => runner.get(id)));
    expect(known.map((task) => task !== undefined)).toEqual([false, true, true]);
    expect((await runner.submit({ ...hello, messageId: 'm1' })).id).not.toBe(ids[0]);
  });

  it('ends a task whose time is up in mid-call, and tells the call', async () => {
    const clock = createManualClock();
    let told: AbortSignal | undefined;
    const agent = (_messages: unknown, context: { signal: AbortSignal }) => {
      told = context.signal;
      return new Promise<never>(() => undefined);
    };
    const runner = createMemoryRunner({ agents: [{ ...served, agent }], clock });
    const task = await runner.submit({ ...hello, messageId: 'm1' });
    await new Promise(setImmediate);
    clock.advance(10_000);
    const ended = await runner.waitUntilSettled(task.id, never);
    expect(ended.end).toMatchObject({ state: 'failed', reason: 'time_limit' });
    expect(told?.aborted).toBe(true);
  });

  it('lets running tasks end within the grace period and then cancels the rest', async () => {
    const clock = createManualClock();
    const agent = () => new Promise<never>(() => undefined);
    const runner = createMemoryRunner({ agents: [{ ...served, agent }], clock });
    const task = await runner.submit({ ...hello, messageId: 'm1' });
    const closed = runner.close(5000);
    clock.advance(5000);
    await closed;
    expect((await runner.get(task.id))?.state).toBe('canceled');
  });
});

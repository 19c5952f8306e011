import { describe, expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import { createAgentContext } from './agent-context.fixture.ts';
import { ModelError } from './model-error.ts';
import { withRetries, type RetryOptions } from './with-retries.ts';

const limited = (retryAfterMs?: number) =>
  new ModelError('rate-limited', 'slow down', { retryable: true, retryAfterMs });

/** Fails with each of the errors, then answers; tells how long it was paused between. */
function failing(errors: readonly Error[], options: RetryOptions = {}) {
  const pauses: number[] = [];
  let calls = 0;
  const agent: AgentFn = (_messages, { emit }) => {
    const error = errors[calls++];
    emit({ type: 'text', text: `attempt ${calls}` });
    if (error) throw error;
    return { role: 'assistant', content: 'done' };
  };
  const retried = withRetries(agent, {
    sleep: async (milliseconds) => pauses.push(milliseconds),
    random: () => 0.5,
    ...options,
  });
  return { agent: retried, pauses, calls: () => calls };
}

describe('withRetries', () => {
  it('pauses twice as long each time, varied by half', async () => {
    const { agent, pauses } = failing([limited(), limited(), limited()], { attempts: 4 });
    expect(await agent([], createAgentContext())).toEqual({ role: 'assistant', content: 'done' });
    expect(pauses).toEqual([375, 750, 1500]);
    const shortest = failing([limited()], { random: () => 0 });
    await shortest.agent([], createAgentContext());
    expect(shortest.pauses).toEqual([250]);
  });

  it('never pauses longer than allowed', async () => {
    const options = { attempts: 4, longestPauseMs: 600, random: () => 1 };
    const { agent, pauses } = failing([limited(), limited(), limited()], options);
    await agent([], createAgentContext());
    expect(pauses).toEqual([500, 600, 600]);
  });

  it('pauses as long as the provider asks, unless that is too long', async () => {
    const { agent, pauses } = failing([limited(1200)]);
    await agent([], createAgentContext());
    expect(pauses).toEqual([1200]);
    const patient = failing([limited(90_000)]);
    await expect(patient.agent([], createAgentContext())).rejects.toMatchObject({
      retryAfterMs: 90_000,
    });
    expect(patient.pauses).toEqual([]);
  });

  it('gives up after the last attempt, with the last error', async () => {
    const last = limited();
    const { agent, calls } = failing([limited(), limited(), last, limited()]);
    await expect(agent([], createAgentContext())).rejects.toBe(last);
    expect(calls()).toBe(3);
  });

  it.each([new ModelError('unauthorized', 'no'), new Error('a defect')])(
    'does not repeat what would fail again: %s',
    async (error) => {
      const { agent, calls } = failing([error]);
      await expect(agent([], createAgentContext())).rejects.toBe(error);
      expect(calls()).toBe(1);
    },
  );

  it('shows only the first attempt that showed anything', async () => {
    const { agent } = failing([limited(), limited()]);
    const context = createAgentContext();
    await agent([], context);
    expect(context.deltas).toEqual([{ type: 'text', text: 'attempt 1' }]);
  });

  it('stops when called off, before and during a pause', async () => {
    const abort = new AbortController();
    const reason = new Error('called off');
    const { agent, calls } = failing([limited(), limited()], {
      sleep: async (_milliseconds, signal) => {
        abort.abort(reason);
        signal.throwIfAborted();
      },
    });
    await expect(agent([], createAgentContext({ signal: abort.signal }))).rejects.toBe(reason);
    expect(calls()).toBe(1);
    const stopped = failing([limited()]);
    const context = createAgentContext({ signal: AbortSignal.abort(reason) });
    await expect(stopped.agent([], context)).rejects.toBe(reason);
  });

  it('sleeps for real by default, until called off', async () => {
    const agent = withRetries(() => Promise.reject(limited(50_000)));
    const abort = new AbortController();
    const reply = agent([], createAgentContext({ signal: abort.signal }));
    setImmediate(() => abort.abort());
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import { createAgentContext } from './agent-context.fixture.ts';
import { withTimeout } from './with-timeout.ts';

const MINUTE = { silenceS: 60 };
const never: AgentFn = () => new Promise(() => {});

describe('withTimeout', () => {
  it('returns what comes in time', async () => {
    const agent = withTimeout(() => ({ role: 'assistant', content: 'hi' }), MINUTE);
    expect(await agent([], createAgentContext())).toEqual({ role: 'assistant', content: 'hi' });
  });

  it.each([
    [{ silenceS: 0.01 }, 'no output for 0.01 s'],
    [{ silenceS: 60, totalS: 0.01 }, 'no complete reply within 0.01 s'],
  ])('aborts the call and fails, even if the agent does not listen', async (limits, message) => {
    let heard: unknown;
    const agent = withTimeout((messages, context) => {
      context.signal.addEventListener('abort', () => (heard = context.signal.reason));
      return never(messages, context);
    }, limits);
    await expect(agent([], createAgentContext())).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      maxAttempts: 2,
      message,
    });
    expect(heard).toMatchObject({ code: 'timeout' });
  });

  it.each(['emit', 'reportActivity'] as const)(
    'is patient with a reply of which %s is called',
    async (sign) => {
      const agent = withTimeout(
        async (_messages, { emit, reportActivity }) => {
          for (let time = 0; time < 8; time += 1) {
            await pause(20);
            if (sign === 'emit') emit({ type: 'text', text: 'x' });
            else reportActivity?.();
          }
          return { role: 'assistant', content: 'done' };
        },
        { silenceS: 0.1 },
      );
      expect(await agent([], createAgentContext())).toMatchObject({ content: 'done' });
    },
  );

  it("fails with the caller's reason when called off", async () => {
    const reason = new Error('called off');
    const abort = new AbortController();
    const reply = withTimeout(never, MINUTE)([], createAgentContext({ signal: abort.signal }));
    abort.abort(reason);
    await expect(reply).rejects.toBe(reason);
    const late = createAgentContext({ signal: AbortSignal.abort(reason) });
    await expect(withTimeout(never, MINUTE)([], late)).rejects.toBe(reason);
  });

  it("passes on the agent's own failure", async () => {
    const failure = new Error('no');
    const agent = withTimeout(() => Promise.reject(failure), MINUTE);
    await expect(agent([], createAgentContext())).rejects.toBe(failure);
  });
});

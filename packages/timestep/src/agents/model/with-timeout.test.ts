import { describe, expect, it } from 'vitest';
import type { AgentFn } from '#engine/port';
import { createAgentContext } from './agent-context.fixture.ts';
import { withTimeout } from './with-timeout.ts';

const never: AgentFn = () => new Promise(() => {});

describe('withTimeout', () => {
  it('returns what comes in time', async () => {
    const agent = withTimeout(() => ({ role: 'assistant', content: 'hi' }), 60);
    expect(await agent([], createAgentContext())).toEqual({ role: 'assistant', content: 'hi' });
  });

  it('aborts the call and fails, even where the agent does not listen', async () => {
    let heard: unknown;
    const agent = withTimeout((messages, context) => {
      context.signal.addEventListener('abort', () => (heard = context.signal.reason));
      return never(messages, context);
    }, 0.01);
    await expect(agent([], createAgentContext())).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      message: 'no complete reply within 0.01 s',
    });
    expect(heard).toMatchObject({ code: 'timeout' });
  });

  it("fails with the caller's reason when called off", async () => {
    const reason = new Error('called off');
    const abort = new AbortController();
    const reply = withTimeout(never, 60)([], createAgentContext({ signal: abort.signal }));
    abort.abort(reason);
    await expect(reply).rejects.toBe(reason);
    const late = createAgentContext({ signal: AbortSignal.abort(reason) });
    await expect(withTimeout(never, 60)([], late)).rejects.toBe(reason);
  });

  it("passes on the agent's own failure", async () => {
    const failure = new Error('no');
    const agent = withTimeout(() => Promise.reject(failure), 60);
    await expect(agent([], createAgentContext())).rejects.toBe(failure);
  });
});

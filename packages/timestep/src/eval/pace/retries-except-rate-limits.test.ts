import { expect, it } from 'vitest';
import { ModelError } from '#agents/model';
import type { AgentContext } from '#engine/port';
import { withRetriesExceptRateLimits } from './retries-except-rate-limits.ts';

const context: AgentContext = {
  tools: [],
  task: { id: 't', contextId: 'c', agent: 'a', metadata: {} },
  limits: { max_steps: 1, time_limit_s: 10 },
  seed: 0,
  key: 'k',
  attempt: 1,
  signal: new AbortController().signal,
  emit: () => {},
};

it.each([
  ['limited rates', new ModelError('rate-limited', 'x', { retryable: true }), 1],
  ['broken requests', new ModelError('bad-request', 'x'), 1],
  ['overload', new ModelError('provider-error', 'x', { retryable: true, retryAfterMs: 0 }), 3],
])('of %s, makes so many calls', async (_, thrown, calls) => {
  let made = 0;
  const agent = withRetriesExceptRateLimits(() => {
    made += 1;
    throw thrown;
  });
  await expect((async () => agent([], context))()).rejects.toBe(thrown);
  expect(made).toBe(calls);
});

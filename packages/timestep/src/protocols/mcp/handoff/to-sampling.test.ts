import { describe, expect, it } from 'vitest';
import { parseSamplingHandoff, handoffToSampling } from './sampling.ts';
import type { HandoffTarget } from './target.ts';

describe('a handoff as a sampling request', () => {
  it.each<HandoffTarget>([
    { agentUri: 'http://localhost:1/', message: 'hello', hops: 1 },
    {
      agentUri: 'http://localhost:1/',
      message: 'go on\nplease',
      hops: 3,
      contextId: 'context',
      taskId: 'task',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  ])('comes back whole: $message', (target) => {
    expect(parseSamplingHandoff(handoffToSampling(target))).toEqual(target);
  });

  it('differs from ordinary sampling', () => {
    const messages = handoffToSampling({ agentUri: 'x', message: 'hello', hops: 1 }).messages;
    expect(parseSamplingHandoff({ messages, maxTokens: 1 })).toBeUndefined();
    expect(
      parseSamplingHandoff({ messages, maxTokens: 1, metadata: { agent_uri: 7 } }),
    ).toBeUndefined();
  });

  it('is read from other servers too, which say no more than whom to call', () => {
    const target = parseSamplingHandoff({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'one' }] },
        { role: 'user', content: { type: 'text', text: 'two' } },
      ],
      maxTokens: 1,
      metadata: { agent_uri: 'http://localhost:1/', hops: 'many' },
    });
    expect(target).toEqual({ agentUri: 'http://localhost:1/', message: 'one\ntwo', hops: 1 });
  });
});

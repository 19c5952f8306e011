import { describe, expect, it } from 'vitest';
import type { Message } from '#core';
import { getTranscriptState } from './transcript-state.ts';

const asked: Message = { role: 'user', content: 'weather?' };
const calls: Message = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } },
    { id: 'b', type: 'function', function: { name: 'time', arguments: '{}' } },
  ],
};
const weather: Message = { role: 'tool', tool_call_id: 'a', content: '{"sky":"blue"}' };
const time: Message = { role: 'tool', tool_call_id: 'b', content: 'noon' };

describe('getTranscriptState', () => {
  it('sees a user who has spoken', () => {
    const earlier: Message[] = [asked, calls, weather, time, { role: 'assistant', content: 'ok' }];
    expect(
      getTranscriptState([...earlier, { role: 'user', content: 'and now?' }], ['weather']),
    ).toEqual({
      moment: 'user',
      user: 'and now?',
      results: [],
      fresh: [],
      step: 1,
      turn: 3,
      tools: ['weather'],
    });
  });

  it('does not take selected context for the words of the user', () => {
    const context: Message = { role: 'user', content: 'Rule (r):\nBe kind.', is_context: true };
    const begun = getTranscriptState([asked, context], []);
    expect(begun).toMatchObject({ moment: 'user', user: 'weather?', step: 1, fresh: [] });
    const called = getTranscriptState([asked, context, calls, weather, time], []);
    expect(called.fresh.map(({ tool }) => tool)).toEqual(['weather', 'time']);
  });

  it('sees results of the newest calls, and of those before', () => {
    const again: Message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'mood', arguments: '' } }],
    };
    const mood: Message = { role: 'tool', tool_call_id: 'c', content: 'good' };
    const blue = { tool: 'weather', text: '{"sky":"blue"}', value: { sky: 'blue' } };
    const noon = { tool: 'time', text: 'noon', value: 'noon' };
    expect(getTranscriptState([asked, calls, weather, time], [])).toMatchObject({
      moment: 'tool',
      user: 'weather?',
      results: [blue, noon],
      fresh: [blue, noon],
      step: 2,
      turn: 2,
    });
    expect(getTranscriptState([asked, calls, weather, time, again, mood], [])).toMatchObject({
      results: [blue, noon, { tool: 'mood' }],
      fresh: [{ tool: 'mood', value: 'good' }],
      step: 3,
    });
  });

  it('can be of nothing', () => {
    expect(getTranscriptState([], [])).toMatchObject({
      moment: 'user',
      user: '',
      step: 1,
      turn: 1,
    });
  });
});

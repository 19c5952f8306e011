import { describe, expect, it } from 'vitest';
import { getRefusalAdvice, type Message } from '#core';
import { throwIfTooLong } from './check-length.ts';

const called = { provider: 'p', model: 'm' };

function check(messages: readonly Message[], window: number | undefined): unknown {
  try {
    throwIfTooLong(messages, window, called);
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}

const long: Message = { role: 'user', content: 'x'.repeat(40_000) };

describe('throwIfTooLong', () => {
  it('refuses a transcript that exceeds the window for certain, and says by how much', () => {
    const error = check([long], 5000);
    expect(error).toMatchObject({
      code: 'context-length',
      message: expect.stringContaining('about 10003 tokens of 5000') as string,
    });
    expect(getRefusalAdvice(error)).toEqual({ reason: 'length', limitTokens: 5000 });
  });

  it('names instructions that no shorter conversation makes fit', () => {
    const error = check([{ role: 'system', content: 'x'.repeat(40_000) }, long], 5000);
    expect(error).toMatchObject({
      code: 'context-length',
      message: expect.stringMatching(/instructions .* about 10003 tokens.*\(5000\)/) as string,
    });
    expect(getRefusalAdvice(error)).toBeUndefined();
  });

  it('sends what may fit, and all if the window is unknown', () => {
    expect(check([long], 9000)).toBeUndefined();
    expect(check([long], undefined)).toBeUndefined();
  });

  it('believes the tokens that the provider has counted of the messages before', () => {
    const reply = (total_tokens: number): Message => ({
      role: 'assistant',
      content: 'ok',
      usage: { prompt_tokens: total_tokens, completion_tokens: 0, total_tokens },
    });
    expect(check([long, reply(10), { role: 'user', content: 'x' }], 5000)).toBeUndefined();
    expect(check([long, reply(9000)], 5000)).toBeDefined();
  });

  it('sends a transcript that was shortened since the newest reply', () => {
    const usage = { prompt_tokens: 9000, completion_tokens: 0, total_tokens: 9000 };
    expect(check([{ role: 'assistant', content: 'ok', usage }], 5000)).toBeUndefined();
  });

  it('counts the arguments of calls', () => {
    const text = JSON.stringify({ text: 'x'.repeat(40_000) });
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: text } } as const;
    const asked: Message = { role: 'assistant', content: null, tool_calls: [call] };
    expect(check([asked], 5000)).toBeDefined();
  });
});

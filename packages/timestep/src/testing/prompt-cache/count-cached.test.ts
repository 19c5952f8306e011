import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { countCachedTokens, type CachedRequest } from './count-cached.ts';

const MINUTE = 60_000;
const POINT = { cache_control: { type: 'ephemeral' } };

/** Text of about a number of tokens that begins with a name. */
const long = (name: string, tokens = 1000): string => name.padEnd(4 * tokens, '.');

function request(texts: readonly string[], points: readonly number[], at = 0): CachedRequest {
  const content = texts.map((text, index): JsonObject => ({
    type: 'text',
    text,
    ...(points.includes(index) && POINT),
  }));
  return { at, body: { model: 'm', messages: [{ role: 'user', content }] } };
}

const short = Array.from({ length: 30 }, (_, index) => `block ${index}`);
const texts = [long('a', 2000), ...short];

describe('a cache with points', () => {
  it('reads what an earlier request stored up to a point', () => {
    const count = countCachedTokens(
      [request(texts, [3])],
      request([...texts, 'more'], [3]),
      'claude',
    );
    expect(count.read).toBeGreaterThan(2000);
    expect(count.readable).toBeGreaterThan(count.read);
    expect(count.written).toBe(0);
  });

  it('stores nothing without a point', () => {
    expect(countCachedTokens([request(texts, [])], request(texts, [30]), 'claude').read).toBe(0);
  });

  it.each([
    [19, true],
    [20, false],
  ])('finds a stored prefix %d blocks before a point: %s', (distance, isFound) => {
    const count = countCachedTokens(
      [request(texts, [5])],
      request(texts, [5 + distance]),
      'claude',
    );
    expect(count.read > 0).toBe(isFound);
  });

  it('forgets a prefix 5 minutes after its last use', () => {
    const [first, second] = [request(texts, [5]), request(texts, [5], 4 * MINUTE)];
    const late = request(texts, [5], 8 * MINUTE);
    expect(countCachedTokens([first, second], late, 'claude').read).toBeGreaterThan(0);
    expect(countCachedTokens([first], late, 'claude')).toMatchObject({ read: 0, readable: 0 });
  });

  it('stores no prefix of fewer than 1024 tokens', () => {
    const few = request([long('a', 900), 'b'], [1]);
    expect(countCachedTokens([few], few, 'claude')).toMatchObject({
      read: 0,
      readable: 0,
      written: 0,
    });
  });

  it('reads nothing behind a change', () => {
    const changed = request(['now', ...texts], [6]);
    expect(countCachedTokens([request(texts, [5])], changed, 'claude')).toMatchObject({ read: 0 });
    const model = { ...request(texts, [5]), body: { ...request(texts, [5]).body, model: 'n' } };
    expect(countCachedTokens([request(texts, [5])], model, 'claude').read).toBe(0);
  });

  it('refuses a fifth point', () => {
    expect(() => countCachedTokens([], request(texts, [1, 2, 3, 4, 5]), 'claude')).toThrow(
      '5 cache points',
    );
  });

  it('takes points of Bedrock for the block before them', () => {
    const body = (marked: boolean): JsonObject => ({
      system: [{ text: long('s', 2000) }, ...(marked ? [{ cachePoint: { type: 'default' } }] : [])],
      messages: [{ role: 'user', content: [{ text: 'hi' }] }],
    });
    const count = (marked: boolean): number =>
      countCachedTokens([{ body: body(marked), at: 0 }], { body: body(true), at: 1 }, 'claude')
        .read;
    expect([count(true) > 2000, count(false)]).toEqual([true, 0]);
  });
});

describe('other caches', () => {
  it('store every prefix, and read whole units', () => {
    const other = request([...texts.slice(0, 9), 'other'], []);
    const { read, readable } = countCachedTokens([request(texts, [])], other, 'openai');
    expect(read % 128).toBe(0);
    expect(readable - read).toBeLessThan(128);
    expect(countCachedTokens([request(texts, [])], other, 'gemini').read).toBe(0);
  });

  it('store the end of a prompt beside its points', () => {
    const next = request([...texts, 'more'], [30]);
    expect(countCachedTokens([request(texts, [])], next, 'openai-points').read).toBeGreaterThan(
      2000,
    );
  });

  it('are apart for each key', () => {
    const { body } = request(texts, []);
    const keyed = { at: 0, body: { ...body, prompt_cache_key: 'k' } };
    expect(countCachedTokens([{ at: 0, body }], keyed, 'openai').read).toBe(0);
    expect(countCachedTokens([keyed], keyed, 'openai').read).toBeGreaterThan(0);
  });
});

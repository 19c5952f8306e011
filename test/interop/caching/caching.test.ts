import { describe, expect, it } from 'vitest';
import { measureCaching } from './measure-caching.ts';
import { PROVIDERS, type MeasuredProvider } from './providers.ts';

function find(name: string): MeasuredProvider {
  const found = PROVIDERS.find((provider) => provider.name === name);
  if (!found) throw new Error(`no provider is named ${name}`);
  return found;
}

describe('a conversation whose context changes with each turn', () => {
  it.each(PROVIDERS)('is read from the cache: $name', async (provider) => {
    const result = await measureCaching(provider, { turns: 4 });
    expect(result.requests).toBe(12);
    expect(result.read_of_readable).toBeGreaterThan(0.98);
    expect(result.read_of_input).toBeGreaterThan(0.5);
    expect(result.counted.read).toBe(result.read_tokens);
    expect([0, result.written_tokens]).toContain(result.counted.written);
  });

  it.each(['Anthropic', 'Bedrock', 'OpenRouter, Claude'])(
    'is read in spite of more blocks in a step than a point looks back: %s',
    async (name) => {
      const result = await measureCaching(find(name), { turns: 4, calls: 12 });
      expect(result.read_of_readable).toBeGreaterThan(0.9);
    },
  );

  it('is not read without points', async () => {
    const off = await measureCaching(find('Anthropic'), { turns: 2, promptCaching: false });
    expect(off.readable_tokens).toBeGreaterThan(10_000);
    expect([off.read_tokens, off.written_tokens]).toEqual([0, 0]);
  });
});

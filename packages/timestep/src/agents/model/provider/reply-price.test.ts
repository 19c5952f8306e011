import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { loadReplyPricer, type PriceTable } from './reply-price.ts';

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 1_000_000, noCache: 500_000, cacheRead: 300_000, cacheWrite: 200_000 },
  outputTokens: { total: 100_000, text: 100_000, reasoning: 0 },
};
const reply = { usage, providerMetadata: undefined };

const openai = { provider: 'openai', modelId: 'gpt-4o-mini', priceKey: { provider: 'openai' } };
const unknown = { provider: 'openai', modelId: 'gpt-none', priceKey: { provider: 'openai' } };

describe('loadReplyPricer', () => {
  it('knows the public list, cached tokens included', async () => {
    const cost = await loadReplyPricer(openai);
    const fresh = { total: 1000, noCache: 1000, cacheRead: 0, cacheWrite: 0 };
    const half = { total: 1000, noCache: 500, cacheRead: 500, cacheWrite: 0 };
    const dollars = (inputTokens: LanguageModelV4Usage['inputTokens']) =>
      cost({ usage: { ...usage, inputTokens }, providerMetadata: undefined });
    expect(dollars(fresh)).toBeGreaterThan(0);
    expect(dollars(half)).toBeLessThan(dollars(fresh) ?? 0);
  });

  it.each([
    ['anthropic', 'claude-sonnet-4-5', 'anthropic'],
    ['bedrock', 'global.anthropic.claude-sonnet-4-5-20250929-v1:0', 'aws'],
  ])('prices what %s reads from a cache and writes to it', async (provider, modelId, list) => {
    const cost = await loadReplyPricer({ provider, modelId, priceKey: { provider: list } });
    // In dollars per million tokens: 3 for input, 0.3 for reading, 3.75 for writing, 15 for output.
    const inputTokens = { total: 100_000, noCache: 50_000, cacheRead: 30_000, cacheWrite: 20_000 };
    const outputTokens = { total: 10_000, text: 10_000, reasoning: 0 };
    const dollars = cost({ usage: { inputTokens, outputTokens }, providerMetadata: undefined });
    expect(dollars).toBeCloseTo(0.15 + 0.009 + 0.075 + 0.15, 6);
  });

  it('says nothing of a model it does not know, even where another provider has the name', async () => {
    expect((await loadReplyPricer(unknown))(reply)).toBeUndefined();
    const local = { provider: 'ollama', modelId: 'gpt-4o-mini', priceKey: undefined };
    expect((await loadReplyPricer(local))(reply)).toBeUndefined();
    const elsewhere = { ...openai, priceKey: { url: 'http://localhost:8000/v1' } };
    expect((await loadReplyPricer(elsewhere))(reply)).toBeUndefined();
  });

  it('says nothing of counts that contradict each other', async () => {
    const inputTokens = { total: 1, noCache: 1, cacheRead: 5, cacheWrite: 0 };
    const contradictory = { ...reply, usage: { ...usage, inputTokens } };
    expect((await loadReplyPricer(openai))(contradictory)).toBeUndefined();
  });

  it('takes prices of its own first, by any name of the model', async () => {
    const table: PriceTable = {
      'openai/gpt-4o-mini': { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2 },
      'gemini/g': { input: 2, output: 0 },
    };
    expect((await loadReplyPricer(openai, table))(reply)).toBeCloseTo(0.5 + 0.03 + 0.4 + 1);
    const google = { provider: 'google', modelId: 'g', priceKey: undefined };
    expect((await loadReplyPricer(google, table))(reply)).toBeCloseTo(2);
    expect((await loadReplyPricer(unknown, table))(reply)).toBeUndefined();
  });

  it('refuses a table with a provider that does not exist', async () => {
    const table: PriceTable = { 'nobody/x': { input: 1, output: 1 } };
    await expect(loadReplyPricer(unknown, table)).rejects.toMatchObject({
      code: 'unknown-provider',
    });
  });

  it('believes a provider that tells what it charged', async () => {
    const charged = { usage, providerMetadata: { openrouter: { usage: { cost: 0.0123 } } } };
    expect((await loadReplyPricer(unknown))(charged)).toBe(0.0123);
    const silent = { usage, providerMetadata: { openrouter: { usage: {} } } };
    expect((await loadReplyPricer(unknown))(silent)).toBeUndefined();
  });
});

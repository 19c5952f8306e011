import { describe, expect, it } from 'vitest';
import type { Usage } from '#core';
import { addSpending, describeCachedTokens, formatCost } from './usage-cost.ts';

const tokens: Usage = { prompt_tokens: 5000, completion_tokens: 10, total_tokens: 5010 };

describe('cached tokens', () => {
  it.each<[Usage['prompt_tokens_details'], string]>([
    [undefined, ''],
    [{}, ''],
    [{ cached_tokens: 0 }, ''],
    [{ cached_tokens: 4000 }, ' (4,000 read from a cache)'],
    [{ cache_write_tokens: 500 }, ' (500 written to a cache)'],
    [
      { cached_tokens: 4000, cache_write_tokens: 500 },
      ' (4,000 read from a cache, 500 written to a cache)',
    ],
  ])('%j are described', (details, text) => {
    const usage = { ...tokens, ...(details && { prompt_tokens_details: details }) };
    expect(describeCachedTokens(usage)).toBe(text);
  });

  it('are added up', () => {
    const usage = { ...tokens, prompt_tokens_details: { cached_tokens: 7 } };
    const once = addSpending({ usage: tokens, costUsd: 0 }, { usage, cost_usd: 1 });
    expect(once.usage.prompt_tokens_details).toEqual({ cached_tokens: 7 });
    expect(addSpending(once, { usage }).costUsd).toBeNull();
  });
});

it('formats costs', () => {
  expect([null, 0, 0.0012, 1.5].map(formatCost)).toEqual([
    'cost unknown',
    '$0',
    '$0.0012',
    '$1.50',
  ]);
});

import { expect, it } from 'vitest';
import type { Usage } from './message.ts';
import { addUsage, NO_USAGE } from './usage.ts';

const plain: Usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const detailed: Usage = {
  ...plain,
  prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 3 },
};

it('adds the counts, and the details that are there', () => {
  expect(addUsage(plain, plain)).toEqual({
    prompt_tokens: 20,
    completion_tokens: 10,
    total_tokens: 30,
  });
  expect(addUsage(NO_USAGE, detailed)).toEqual(detailed);
  expect(addUsage(detailed, detailed)).toEqual({
    prompt_tokens: 20,
    completion_tokens: 10,
    total_tokens: 30,
    prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 6 },
  });
});

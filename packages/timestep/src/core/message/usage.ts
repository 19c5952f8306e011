import type { Usage } from './message.ts';

export const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Adds the token usage of two replies. Details that neither has stay undefined. */
export function addUsage(a: Usage, b: Usage): Usage {
  const getPromptDetails = (usage: Usage) => usage.prompt_tokens_details;
  const getCompletionDetails = (usage: Usage) => usage.completion_tokens_details;
  const cached = sumCounts(getPromptDetails(a)?.cached_tokens, getPromptDetails(b)?.cached_tokens);
  const cacheWritten = sumCounts(
    getPromptDetails(a)?.cache_write_tokens,
    getPromptDetails(b)?.cache_write_tokens,
  );
  const reasoning = sumCounts(
    getCompletionDetails(a)?.reasoning_tokens,
    getCompletionDetails(b)?.reasoning_tokens,
  );
  return {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
    ...buildUsageDetails({ cached, cacheWritten, reasoning }),
  };
}

/** Builds the detail fields of a usage. Counts that are unknown or 0 are omitted. */
export function buildUsageDetails({
  cached,
  cacheWritten,
  reasoning,
}: {
  readonly cached: number | undefined;
  readonly cacheWritten: number | undefined;
  readonly reasoning: number | undefined;
}): Pick<Usage, 'prompt_tokens_details' | 'completion_tokens_details'> {
  const isCached = cached !== undefined && cached > 0;
  const isWritten = cacheWritten !== undefined && cacheWritten > 0;
  return {
    ...((isCached || isWritten) && {
      prompt_tokens_details: {
        ...(isCached && { cached_tokens: cached }),
        ...(isWritten && { cache_write_tokens: cacheWritten }),
      },
    }),
    ...(reasoning && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function sumCounts(a = 0, b = 0): number {
  return a + b;
}

import type { Usage } from './message.ts';

export const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Adds the token usage of two replies. Details that are undefined in both stay undefined. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
  };
  return hasDetails(a) || hasDetails(b) ? { ...sum, ...sumUsageDetails(a, b) } : sum;
}

type UsageDetails = Pick<Usage, 'prompt_tokens_details' | 'completion_tokens_details'>;

const hasDetails = (usage: UsageDetails): boolean =>
  usage.prompt_tokens_details !== undefined || usage.completion_tokens_details !== undefined;

function sumUsageDetails(a: UsageDetails, b: UsageDetails): UsageDetails {
  const prompt = a.prompt_tokens_details;
  const added = b.prompt_tokens_details;
  const cached = sumCounts(prompt?.cached_tokens, added?.cached_tokens);
  const cacheWritten = sumCounts(prompt?.cache_write_tokens, added?.cache_write_tokens);
  const reasoning = sumCounts(
    a.completion_tokens_details?.reasoning_tokens,
    b.completion_tokens_details?.reasoning_tokens,
  );
  return buildUsageDetails({ cached, cacheWritten, reasoning });
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
}): UsageDetails {
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

import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { buildUsageDetails, type Usage } from '#core';

/** Converts token counts; undefined if the provider reports none, because 0 would be wrong. */
export function aiSdkUsageToUsage({
  inputTokens,
  outputTokens,
}: LanguageModelV4Usage): Usage | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  const prompt_tokens = inputTokens.total ?? 0;
  const completion_tokens = outputTokens.total ?? 0;
  const total_tokens = prompt_tokens + completion_tokens;
  const usage = { prompt_tokens, completion_tokens, total_tokens };
  const { cacheRead: cached, cacheWrite: cacheWritten } = inputTokens;
  const { reasoning } = outputTokens;
  if (!cached && !cacheWritten && !reasoning) return usage;
  return { ...usage, ...buildUsageDetails({ cached, cacheWritten, reasoning }) };
}

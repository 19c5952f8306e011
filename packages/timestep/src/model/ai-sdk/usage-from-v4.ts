import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { usageDetails, type Usage } from '../../core/index.ts';

/**
 * The transcript's token counts; `undefined` where the provider reports none, since 0 would be
 * wrong.
 */
export function usageFromV4({
  inputTokens,
  outputTokens,
}: LanguageModelV4Usage): Usage | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  const prompt_tokens = inputTokens.total ?? 0;
  const completion_tokens = outputTokens.total ?? 0;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    ...usageDetails({
      cached: inputTokens.cacheRead,
      cacheWritten: inputTokens.cacheWrite,
      reasoning: outputTokens.reasoning,
    }),
  };
}

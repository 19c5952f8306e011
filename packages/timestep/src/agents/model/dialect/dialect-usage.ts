import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { isJsonObject } from '#core';
import type { ChatDialect } from './chat-dialect.ts';

const UNKNOWN: LanguageModelV4Usage = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** Converts a provider's token counts to those of OpenAI. The provider may omit counts. */
export function dialectUsageToUsage(
  usage: unknown,
  { cachedTokens = 'cached_tokens', reasoningTokens }: ChatDialect,
): LanguageModelV4Usage {
  if (!isJsonObject(usage)) return UNKNOWN;
  const input = readCount(usage, 'prompt_tokens');
  const said = readCount(usage, 'completion_tokens');
  const reasoning = readCount(usage['completion_tokens_details'], 'reasoning_tokens');
  const cached = isNumericCount(usage[cachedTokens])
    ? usage[cachedTokens]
    : readCount(usage['prompt_tokens_details'], 'cached_tokens');
  const output = reasoningTokens === 'apart' ? said + reasoning : said;
  return {
    inputTokens: {
      total: input,
      noCache: Math.max(0, input - cached),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
    raw: usage,
  };
}

function readCount(counts: unknown, field: string): number {
  const count = isJsonObject(counts) ? counts[field] : undefined;
  return isNumericCount(count) ? count : 0;
}

function isNumericCount(value: unknown): value is number {
  return typeof value === 'number';
}

import type { SharedV4ProviderOptions } from '@ai-sdk/provider';

/** How requests mark cache points: places up to which the provider caches the prompt. */
export interface CachePointRules {
  /** AI SDK options that mark a prompt part as a cache point. */
  readonly mark: SharedV4ProviderOptions;
  /** Options for a cache point that lasts an hour, if the provider supports that. */
  readonly hourMark?: SharedV4ProviderOptions;
  /** Maximum number of cache points in a request. */
  readonly most: number;
  /**
   * Number of blocks before a cache point that the provider searches for an already cached prompt.
   */
  readonly lookBack: number;
  /**
   * Whether the end of the prompt needs a cache point, because the provider does not cache it
   * automatically.
   */
  readonly marksEnd: boolean;
}

/** How a provider caches prompts, as far as a request can influence it. */
export interface CacheRules {
  readonly points?: CachePointRules;
  /**
   * Option or header for a cache key: requests with the same key and prefix reach the same cache.
   */
  readonly key?: { readonly option: string } | { readonly header: string };
}

interface CacheRow {
  /** AI SDK name of the provider, up to the first dot. */
  readonly provider: string;
  readonly model: RegExp;
  readonly rules: CacheRules;
}

/** Cache points of Claude, whose prompts are cached for 5 minutes after the last use. */
const CLAUDE = { most: 4, lookBack: 20, marksEnd: true } as const;

const EPHEMERAL = { type: 'ephemeral' } as const;
const ANTHROPIC: CacheRules = {
  points: {
    ...CLAUDE,
    mark: { anthropic: { cacheControl: EPHEMERAL } },
    hourMark: { anthropic: { cacheControl: { ...EPHEMERAL, ttl: '1h' } } },
  },
};

/**
 * Providers whose caches a request can influence. The first matching row counts; other providers
 * find repeated prefixes by themselves or have no cache. Sources: the providers' pages on prompt
 * caching, and the options that their AI SDK packages read.
 */
const ROWS: readonly CacheRow[] = [
  {
    // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
    provider: 'anthropic',
    model: /./,
    rules: ANTHROPIC,
  },
  // Claude on Vertex accepts the same requests as Anthropic.
  { provider: 'googleVertex', model: /^claude-/, rules: ANTHROPIC },
  {
    // Source: https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
    // Models on Bedrock that are not listed refuse cache points, or cache automatically.
    provider: 'amazon-bedrock',
    // According to the page above, Claude 4.5 and later can cache for an hour.
    model: /anthropic\.claude-[a-z]+-(4-[5-9]|[5-9])/,
    rules: {
      points: {
        ...CLAUDE,
        mark: { bedrock: { cachePoint: { type: 'default' } } },
        hourMark: { bedrock: { cachePoint: { type: 'default', ttl: '1h' } } },
      },
    },
  },
  {
    provider: 'amazon-bedrock',
    model: /anthropic\.claude-(3-7|[a-z]+-\d)/,
    rules: { points: { ...CLAUDE, mark: { bedrock: { cachePoint: { type: 'default' } } } } },
  },
  {
    // https://openrouter.ai/docs/features/prompt-caching
    provider: 'openrouter',
    model: /^anthropic\//,
    rules: {
      points: {
        ...CLAUDE,
        mark: { openrouter: { cacheControl: EPHEMERAL } },
        hourMark: { openrouter: { cacheControl: { ...EPHEMERAL, ttl: '1h' } } },
      },
    },
  },
  {
    // Source: https://developers.openai.com/api/docs/guides/prompt-caching (GPT-5.6 and later)
    // The end of each prompt is cached too, as one of at most four cached prefixes.
    provider: 'openai',
    model: /^gpt-(5\.([6-9]|\d\d)|[6-9]\b|1\d)/,
    rules: {
      points: {
        mark: { openai: { promptCacheBreakpoint: { mode: 'explicit' } } },
        most: 3,
        lookBack: Infinity,
        marksEnd: false,
      },
      key: { option: 'openai' },
    },
  },
  { provider: 'openai', model: /./, rules: { key: { option: 'openai' } } },
  { provider: 'azure', model: /./, rules: { key: { option: 'azure' } } },
  // https://docs.x.ai/docs/guides/prompt-caching
  { provider: 'xai', model: /./, rules: { key: { header: 'x-grok-conv-id' } } },
];

/**
 * Finds the prompt caching rules of a model by its provider's name in the AI SDK, such as
 * `openai.responses`. `isForHour`: cache for an hour if the provider can.
 */
export function findCacheRules(
  { provider, modelId }: { readonly provider: string; readonly modelId: string },
  isForHour = false,
): CacheRules | undefined {
  const [name = provider] = provider.split('.');
  const rules = ROWS.find((row) => row.provider === name && row.model.test(modelId))?.rules;
  const { points } = rules ?? {};
  if (!isForHour || !points?.hourMark) return rules;
  return { ...rules, points: { ...points, mark: points.hourMark } };
}

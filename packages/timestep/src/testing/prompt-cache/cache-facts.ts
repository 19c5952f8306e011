/** How a model provider caches prompts. */
export interface CacheFacts {
  /**
   * Which prefixes of a prompt are cached: up to each cache point that the request marks,
   * additionally the whole prompt, or up to every block.
   */
  readonly stores: 'points' | 'points and end' | 'all';
  /** Minimum number of tokens of a cached prefix. */
  readonly minimum: number;
  /** Milliseconds for which a prefix stays cached after its last use. */
  readonly lifetimeMs: number;
  /** Number of blocks before a cache point that are searched for a cached prefix. */
  readonly lookBack: number;
  /** Maximum number of cache points per request. */
  readonly mostPoints: number;
  /** The number of tokens read from the cache is a multiple of this. */
  readonly unit: number;
}

const MINUTE_MS = 60_000;
const CLAUDE: CacheFacts = {
  stores: 'points',
  minimum: 1024,
  lifetimeMs: 5 * MINUTE_MS,
  lookBack: 20,
  mostPoints: 4,
  unit: 1,
};
const PREFIX: CacheFacts = {
  stores: 'all',
  minimum: 1024,
  lifetimeMs: 5 * MINUTE_MS,
  lookBack: Infinity,
  mostPoints: 0,
  unit: 1,
};

/** Name of a way in which providers cache prompts. */
export type CacheName = 'claude' | 'openai' | 'openai-points' | 'gemini' | 'deepseek' | 'prefix';

/**
 * Kinds of prompt caches, according to the providers' documentation; `prefix` is a local server.
 */
export const CACHES: Readonly<Record<CacheName, CacheFacts>> = {
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
  claude: CLAUDE,
  // Source: https://developers.openai.com/api/docs/guides/prompt-caching (models before GPT-5.6)
  openai: { ...PREFIX, unit: 128 },
  // GPT-5.6 and later, from the page above. Four prefixes are cached; one of them is the whole prompt.
  'openai-points': {
    ...PREFIX,
    stores: 'points and end',
    lifetimeMs: 30 * MINUTE_MS,
    mostPoints: 3,
  },
  // Source: https://ai.google.dev/gemini-api/docs/caching (Gemini Pro)
  gemini: { ...PREFIX, minimum: 4096 },
  // https://api-docs.deepseek.com/guides/kv_cache
  deepseek: { ...PREFIX, minimum: 64, lifetimeMs: 120 * MINUTE_MS, unit: 64 },
  prefix: { ...PREFIX, minimum: 0 },
};

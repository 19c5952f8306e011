/** How a provider stores prompts. */
export interface CacheFacts {
  /**
   * Which prefixes are stored: up to each point that the request marks, these and the whole prompt, or every
   * prefix of the prompt.
   */
  readonly stores: 'points' | 'points and end' | 'all';
  /** Tokens of the shortest prefix that is stored. */
  readonly minimum: number;
  /** Milliseconds after the last use. */
  readonly lifetimeMs: number;
  /** Number of blocks, from a point backwards, among which a stored prefix is found. */
  readonly lookBack: number;
  /** Maximum number of points that a request may mark. */
  readonly mostPoints: number;
  /** The tokens that are read are a multiple of this. */
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

/** Name of a kind of prompt cache. */
export type CacheName = 'claude' | 'openai' | 'openai-points' | 'gemini' | 'deepseek' | 'prefix';

/** Kinds of caches, as the providers' documentation describes them; `prefix` is a local server. */
export const CACHES: Readonly<Record<CacheName, CacheFacts>> = {
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
  claude: CLAUDE,
  // https://developers.openai.com/api/docs/guides/prompt-caching, models before GPT-5.6
  openai: { ...PREFIX, unit: 128 },
  // The same page, GPT-5.6 and later. The end of the prompt is one of four stored prefixes.
  'openai-points': {
    ...PREFIX,
    stores: 'points and end',
    lifetimeMs: 30 * MINUTE_MS,
    mostPoints: 3,
  },
  // https://ai.google.dev/gemini-api/docs/caching, Gemini Pro
  gemini: { ...PREFIX, minimum: 4096 },
  // https://api-docs.deepseek.com/guides/kv_cache
  deepseek: { ...PREFIX, minimum: 64, lifetimeMs: 120 * MINUTE_MS, unit: 64 },
  prefix: { ...PREFIX, minimum: 0 },
};

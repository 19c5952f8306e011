/**
 * Differences between models of Anthropic, from the catalog and the docstrings of version 4.0.105
 * of the AI SDK's provider.
 */
export interface AnthropicModel {
  readonly pattern: RegExp;
  /** Whether the last message may be the beginning of the reply (prefill). */
  readonly prefill: boolean;
  /** Which of `temperature` and `top_p` the model accepts. */
  readonly sampling: 'both' | 'one' | 'none';
  /** Whether the model always reasons, so that it refuses a forced tool call. */
  readonly alwaysThinks: boolean;
  /** Whether the model accepts a token budget for reasoning. */
  readonly budget: boolean;
  /** Maximum number of tokens of a reply. */
  readonly maxTokens: number;
}

const NEWEST = { prefill: false, sampling: 'none', maxTokens: 128_000 } as const;

/** Rules of Anthropic models. The first matching pattern counts. */
const ANTHROPIC_MODELS: readonly AnthropicModel[] = [
  { pattern: /(sonnet-5-5|opus-5-5|fable-5)/, ...NEWEST, alwaysThinks: true, budget: false },
  { pattern: /haiku-5-5/, ...NEWEST, alwaysThinks: false, budget: false },
  { pattern: /(sonnet-5|opus-5|opus-4-[78])/, ...NEWEST, alwaysThinks: false, budget: true },
  {
    pattern: /(sonnet|opus)-4-6/,
    ...NEWEST,
    sampling: 'one',
    alwaysThinks: false,
    budget: true,
  },
  {
    pattern: /(sonnet|opus|haiku)-4-5/,
    prefill: true,
    sampling: 'one',
    alwaysThinks: false,
    budget: true,
    maxTokens: 64_000,
  },
  {
    pattern: /sonnet-4/,
    prefill: true,
    sampling: 'both',
    alwaysThinks: false,
    budget: true,
    maxTokens: 64_000,
  },
  {
    pattern: /opus-4/,
    prefill: true,
    sampling: 'both',
    alwaysThinks: false,
    budget: true,
    maxTokens: 32_000,
  },
];

/** Rules of models that are not in the table: older models, which accept most settings. */
const OLDER: AnthropicModel = {
  pattern: /./,
  prefill: true,
  sampling: 'both',
  alwaysThinks: false,
  budget: true,
  maxTokens: 128_000,
};

/** Finds the rules of a model by its name. */
export function findAnthropicModel(name: string): AnthropicModel {
  return ANTHROPIC_MODELS.find(({ pattern }) => pattern.test(name)) ?? OLDER;
}

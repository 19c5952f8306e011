/** A field of a Chat Completions request that some providers refuse. */
export type RefusedField =
  | 'temperature'
  | 'top_p'
  | 'presence_penalty'
  | 'frequency_penalty'
  | 'stop'
  | 'reasoning_effort'
  | 'stream_options';

/** How a provider's Chat Completions API differs from OpenAI's. Patterns match model ids. */
export interface ChatDialect {
  /**
   * Fields to omit from requests: for all models, only for `models`, or for all models but
   * `except`.
   */
  readonly refuses?: readonly {
    readonly fields: readonly RefusedField[];
    readonly models?: RegExp;
    readonly except?: RegExp;
  }[];
  /** Models that expect the token limit as `max_completion_tokens` instead of `max_tokens`. */
  readonly tokenLimit?: RegExp;
  readonly highestTemperature?: number;
  /**
   * Where a message carries its reasoning. Default: in the field `reasoning_content`. `own-turn`:
   * only in messages after the last user message, and in messages that must have it by
   * `needsReasoning`.
   */
  readonly reasoning?: 'reasoning' | 'thinking-part' | 'own-turn';
  /**
   * Models that refuse replies without `reasoning_content`, and a text that they accept in its
   * place.
   */
  readonly needsReasoning?: readonly {
    readonly models: RegExp;
    readonly text: string;
    /** Whether only replies with tool calls must have reasoning. */
    readonly ofCalls?: true;
  }[];
  /** Whether the provider accepts `strict` in tools and response formats. Default: true. */
  readonly strict?: false;
  /** Whether the provider accepts JSON schemas as response formats. Default: true. */
  readonly jsonSchema?: false;
  /** Whether the provider accepts a response format together with tools. Default: true. */
  readonly formatWithTools?: false;
  /** Models that refuse a `tool_choice` that requires a call or names a tool. */
  readonly refusesForcedChoice?: RegExp;
  /** Whether `tool_choice` may name a tool. Default: true. */
  readonly namesTool?: false;
  /**
   * Field of the token counts with the number of tokens read from the cache. Default: as OpenAI.
   */
  readonly cachedTokens?: 'num_cached_tokens' | 'prompt_cache_hit_tokens' | 'cached_tokens';
  /** `apart`: the number of output tokens does not include reasoning tokens. */
  readonly reasoningTokens?: 'apart';
}

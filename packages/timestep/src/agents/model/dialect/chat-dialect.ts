/** A field of a chat completions request that some provider refuses. */
export type RefusedField =
  | 'temperature'
  | 'top_p'
  | 'presence_penalty'
  | 'frequency_penalty'
  | 'stop'
  | 'reasoning_effort'
  | 'stream_options';

/** How a provider's chat completions differ from OpenAI's. Patterns match ids of models. */
export interface ChatDialect {
  /** Fields that are left out, for all models, or for some, or for all except some. */
  readonly refuses?: readonly {
    readonly fields: readonly RefusedField[];
    readonly models?: RegExp;
    readonly except?: RegExp;
  }[];
  /** Models whose token limit is `max_completion_tokens` instead of `max_tokens`. */
  readonly tokenLimit?: RegExp;
  readonly highestTemperature?: number;
  /**
   * Where a message carries its reasoning. Default: `reasoning_content`. `own-turn`: only in messages
   * after the last one of the user, and in messages that need it by `needsReasoning`.
   */
  readonly reasoning?: 'reasoning' | 'thinking-part' | 'own-turn';
  /** Models that refuse replies without `reasoning_content`, and the text that they accept instead. */
  readonly needsReasoning?: readonly {
    readonly models: RegExp;
    readonly text: string;
    /** Whether only replies with tool calls need it. */
    readonly ofCalls?: true;
  }[];
  /** Whether `strict` is accepted in tools and formats. Default: true. */
  readonly strict?: false;
  /** Whether JSON schemas are accepted as formats. Default: true. */
  readonly jsonSchema?: false;
  /** Whether a format is accepted beside tools. Default: true. */
  readonly formatWithTools?: false;
  /** Models that refuse a required call, and a choice that names a tool. */
  readonly refusesForcedChoice?: RegExp;
  /** Whether a choice may name a tool. Default: true. */
  readonly namesTool?: false;
  /** Field of the usage with the tokens read from the cache. Default: that of OpenAI. */
  readonly cachedTokens?: 'num_cached_tokens' | 'prompt_cache_hit_tokens' | 'cached_tokens';
  /** `apart`: the output tokens do not contain the tokens of reasoning. */
  readonly reasoningTokens?: 'apart';
}

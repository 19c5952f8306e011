import type { Rule } from '../refusal.ts';
import type { AnthropicModel } from './anthropic-models.ts';
import type { AnthropicTurn } from './turns.ts';

/** What the rules need to check an Anthropic Messages request, besides its body. */
export interface AnthropicFacts {
  readonly model: AnthropicModel;
  readonly turns: readonly AnthropicTurn[];
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type AnthropicRule = Rule<AnthropicFacts>;

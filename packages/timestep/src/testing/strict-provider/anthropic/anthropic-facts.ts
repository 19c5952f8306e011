import type { Rule } from '../refusal.ts';
import type { AnthropicModel } from './anthropic-models.ts';
import type { AnthropicTurn } from './turns.ts';

/** What the check of an Anthropic Messages request knows besides its body. */
export interface AnthropicFacts {
  readonly model: AnthropicModel;
  readonly turns: readonly AnthropicTurn[];
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type AnthropicRule = Rule<AnthropicFacts>;

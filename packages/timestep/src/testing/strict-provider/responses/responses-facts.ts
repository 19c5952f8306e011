import type { JsonObject } from '#core';
import type { Rule } from '../refusal.ts';

/** What the check of an OpenAI Responses request knows besides its body. */
interface ResponsesFacts {
  /** Items of the input. A text counts as none. */
  readonly items: readonly JsonObject[];
  /** Whether the model reasons for this request. */
  readonly reasons: boolean;
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type ResponsesRule = Rule<ResponsesFacts>;

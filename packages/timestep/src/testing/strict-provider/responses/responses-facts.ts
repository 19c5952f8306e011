import type { JsonObject } from '#core';
import type { Rule } from '../refusal.ts';

/** What the rules need to check an OpenAI Responses request, besides its body. */
interface ResponsesFacts {
  /** Items of the input; none if the input is a text. */
  readonly items: readonly JsonObject[];
  /** Whether the model reasons for this request. */
  readonly reasons: boolean;
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type ResponsesRule = Rule<ResponsesFacts>;

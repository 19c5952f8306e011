import type { JsonObject } from '#core';
import { listItemsOrEmptyObjects, toTextOrEmpty } from '../read-json.ts';
import type { Rule } from '../refusal.ts';

/** What the rules need to check a Gemini request, besides its body. */
interface GeminiFacts {
  readonly model: string;
  /** Major version of the model, or 0 if its name has none. */
  readonly generation: number;
  readonly contents: readonly GeminiContent[];
  /** Context window in tokens. */
  readonly window: number | undefined;
}

export type GeminiRule = Rule<GeminiFacts>;

/** A message with its parts, and with the function calls and function responses among the parts. */
export interface GeminiContent {
  readonly role: string;
  readonly parts: readonly JsonObject[];
  readonly calls: readonly JsonObject[];
  readonly responses: readonly JsonObject[];
}

/** Lists the messages of a request. A message without a role counts as a user message. */
export function listGeminiContents(
  contents: JsonObject[string] | undefined,
): readonly GeminiContent[] {
  return listItemsOrEmptyObjects(contents).map(({ role = 'user', parts }) => {
    const list = listItemsOrEmptyObjects(parts);
    return {
      role: toTextOrEmpty(role),
      parts: list,
      calls: list.filter(({ functionCall }) => functionCall !== undefined),
      responses: list.filter(({ functionResponse }) => functionResponse !== undefined),
    };
  });
}

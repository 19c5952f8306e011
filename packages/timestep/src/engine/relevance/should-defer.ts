/** Estimated characters per token for any model, based on English text. */
const CHARACTERS_OF_A_TOKEN = 4;

const SHARE_OF_THE_WINDOW = 1 / 10;

/**
 * Returns whether tools take more than a tenth of the context window, so that the model should
 * search for them instead of receiving all of them in each call.
 */
export function shouldDeferTools(toolTextCharacters: number, contextWindowTokens: number): boolean {
  const tokens = toolTextCharacters / CHARACTERS_OF_A_TOKEN;
  return tokens > contextWindowTokens * SHARE_OF_THE_WINDOW;
}

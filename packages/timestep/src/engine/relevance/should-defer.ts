/** Estimated characters per token for any model, based on English text. */
const CHARACTERS_OF_A_TOKEN = 4;

const SHARE_OF_THE_WINDOW = 1 / 10;

/** Returns whether tools take over a tenth of the context window, so that the model should search them. */
export function shouldDeferTools(toolTextCharacters: number, contextWindowTokens: number): boolean {
  const tokens = toolTextCharacters / CHARACTERS_OF_A_TOKEN;
  return tokens > contextWindowTokens * SHARE_OF_THE_WINDOW;
}

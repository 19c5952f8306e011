/** Estimated characters per token for any model, based on English text. */
const CHARACTERS_OF_A_TOKEN = 4;

const SHARE_OF_THE_WINDOW = 1 / 10;

/**
 * Checks whether the model should find the agent's tools by a search instead of receiving all of
 * them in each call. True if the names, descriptions and schemas of the tools take more than a
 * tenth of the context window.
 */
export function shouldDeferTools(toolTextCharacters: number, contextWindowTokens: number): boolean {
  const tokens = toolTextCharacters / CHARACTERS_OF_A_TOKEN;
  return tokens > contextWindowTokens * SHARE_OF_THE_WINDOW;
}

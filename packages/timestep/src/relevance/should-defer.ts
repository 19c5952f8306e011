/** An estimate for texts of any model, of which English has about so many to a token. */
const CHARACTERS_OF_A_TOKEN = 4;

const SHARE_OF_THE_WINDOW = 1 / 10;

/**
 * Whether the tools of an agent are to be found by a search instead of being shown to the model with each call:
 * where their names, descriptions and schemas take more than a tenth of the context window.
 */
export function shouldDefer(toolTextCharacters: number, contextWindowTokens: number): boolean {
  const tokens = toolTextCharacters / CHARACTERS_OF_A_TOKEN;
  return tokens > contextWindowTokens * SHARE_OF_THE_WINDOW;
}

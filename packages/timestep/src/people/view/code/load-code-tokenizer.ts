import type { TokenizeCode } from './code-token.ts';

/** Loads the languages, which take 100 kB of code, and returns the function that knows them. */
export async function loadCodeTokenizer(): Promise<TokenizeCode> {
  const { createCodeTokenizer } = await import('./tokenize-code.ts');
  return createCodeTokenizer();
}

import type { TokenizeCode } from './code-token.ts';

/** Loads the languages, which take 100 kB of code, and returns the function that knows them. */
export async function loadCodeTokenizer(): Promise<TokenizeCode> {
  const { createCodeTokenizer } = await import('./tokenize-code.ts');
  return createCodeTokenizer();
}

/**
 * Creates a tokenizer that loads the languages with its first use. Returns undefined until then. Calls
 * `onLoad` once the languages are loaded.
 */
export function createLazyCodeTokenizer(onLoad: () => void): TokenizeCode {
  let tokenizeCode: TokenizeCode | undefined;
  let isLoading = false;
  return (code, language) => {
    if (tokenizeCode === undefined && !isLoading) {
      isLoading = true;
      loadCodeTokenizer().then(
        (loaded) => {
          tokenizeCode = loaded;
          onLoad();
        },
        () => undefined,
      );
    }
    return tokenizeCode?.(code, language);
  };
}

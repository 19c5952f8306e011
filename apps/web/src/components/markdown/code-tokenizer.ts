import type { TokenizeCode } from '@timestep-ai/timestep/view';
import { createContext, useContext, useEffect, useState } from 'react';

/** Loads the colors of code on first use. Without a provider, as in reports, code has no colors. */
export const CodeTokenizerContext = createContext<(() => Promise<TokenizeCode>) | undefined>(
  undefined,
);

/** Returns the tokenizer, which is loaded once it is needed. Undefined until then, and if it cannot be loaded. */
export function useCodeTokenizer(isNeeded: boolean): TokenizeCode | undefined {
  const load = useContext(CodeTokenizerContext);
  const [loaded, setLoaded] = useState<{ readonly tokenize: TokenizeCode }>();
  useEffect(() => {
    if (!isNeeded || !load) return undefined;
    let isGone = false;
    void load().then(
      (tokenize) => !isGone && setLoaded({ tokenize }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded, load]);
  return loaded?.tokenize;
}

/** Creates a loader that loads once, and again after a failure. */
export function createTokenizerLoader(
  load: () => Promise<TokenizeCode>,
): () => Promise<TokenizeCode> {
  let loading: Promise<TokenizeCode> | undefined;
  return () => {
    loading ??= load().catch((thrown: unknown) => {
      loading = undefined;
      throw thrown;
    });
    return loading;
  };
}

/** Secrets of a server, extended by tokens that are obtained for it. */
export interface SecretList {
  /** Returns all secrets. Each addition creates a new array. */
  readonly listAll: () => readonly string[];
  /** Lists the tokens that were obtained for the server, the newest last. */
  readonly listTokens: () => readonly string[];
  readonly add: (token: string) => void;
}

/** Maximum number of a server's access tokens that are masked; older tokens have expired. */
const MOST_TOKENS = 8;

export function createSecretList(initial: readonly string[]): SecretList {
  let tokens: readonly string[] = [];
  let all = initial;
  return {
    listAll: () => all,
    listTokens: () => tokens,
    add(token) {
      if (tokens.includes(token)) return;
      tokens = [...tokens, token].slice(-MOST_TOKENS);
      all = [...initial, ...tokens];
    },
  };
}

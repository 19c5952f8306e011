import { apiKeyAuthentication, type Authenticate } from '../http/index.ts';
import { ServeError } from './serve-error.ts';

/** Who may ask: principals by key, or a check of the program's own. */
export interface Checks {
  /** Principals by API key. With keys, every request must bring one. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Finds out who is calling, in place of `apiKeys`. */
  readonly authenticate?: Authenticate;
}

/** Throws `ServeError` where both are given; `undefined` where every caller may ask. */
export function authenticationOf({ apiKeys, authenticate }: Checks): Authenticate | undefined {
  if (apiKeys && authenticate) {
    throw new ServeError('two-checks', 'give apiKeys or authenticate, not both');
  }
  return authenticate ?? (apiKeys && apiKeyAuthentication(apiKeys));
}

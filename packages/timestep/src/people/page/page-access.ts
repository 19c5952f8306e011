import {
  createApiKeyAuthentication,
  createKeyHashAuthentication,
  isLoopback,
  type ApiKey,
  type Authenticate,
} from '#protocols/http';

/**
 * Operators, who see the tasks of all principals: holders of the launch token, or of the server's
 * API keys.
 */
export type PageAccess =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** SHA-256 hashes of tokens of earlier processes, in hexadecimal digits. */
      readonly earlier?: readonly string[];
    }
  | { readonly kind: 'keys'; readonly operators?: readonly string[] };

/** Authentication settings and host of the server. */
export interface ServerAuthOptions {
  readonly apiKeys?: readonly ApiKey[];
  readonly oauth?: object;
  readonly host?: string;
}

/**
 * Returns who may use the page: holders of the server's API keys or, without keys, the holder of the launch
 * token, which is meant for users of this machine. Undefined with OAuth on a non-loopback host: the page is
 * not served, because OAuth callers are not operators.
 */
export function choosePageAccess(
  auth: ServerAuthOptions,
  launchToken: string,
  earlier: readonly string[] = [],
): PageAccess | undefined {
  const { apiKeys, oauth, host } = auth;
  if (apiKeys) return { kind: 'keys', operators: apiKeys.map(({ principal }) => principal) };
  if (oauth && host !== undefined && !isLoopback(host)) return undefined;
  return { kind: 'token', token: launchToken, ...(earlier.length > 0 && { earlier }) };
}

const OPERATOR = 'operator';

/** Creates the page's authentication; undefined if the server's own authentication applies. */
export function createPageAuthentication(access: PageAccess): Authenticate | undefined {
  if (access.kind !== 'token') return undefined;
  const { token, earlier = [] } = access;
  const byToken = createApiKeyAuthentication([{ key: token, principal: OPERATOR }]);
  const byHash = createKeyHashAuthentication(earlier, OPERATOR);
  return (request) => byToken(request) ?? byHash(request);
}

/** Whether a caller is an operator. Anonymous callers cannot use the page. */
export function isOperator(access: PageAccess, principal: string): boolean {
  if (access.kind === 'token') return principal === OPERATOR;
  return principal !== '' && (access.operators?.includes(principal) ?? true);
}

/** Returns the principal for conversations of an operator; empty for the launch token. */
export function getConversationPrincipal(access: PageAccess, principal: string): string {
  return access.kind === 'token' ? '' : principal;
}

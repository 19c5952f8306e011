import {
  createApiKeyAuthentication,
  isLoopback,
  type Authenticate,
} from '../../protocols/http/index.ts';

/**
 * Access to the page, which shows the tasks of all principals. `token`: callers with this bearer
 * token. `keys`: callers with an API key of the server, optionally limited to the listed operators.
 */
export type PageAccess =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'keys'; readonly operators?: readonly string[] };

/** Authentication settings and host of the server. */
export interface ServerAuthOptions {
  readonly apiKeys?: Readonly<Record<string, string>>;
  readonly oauth?: object;
  readonly host?: string;
}

/**
 * Chooses who can use the page. If the server has API keys, their holders. Otherwise the holder of
 * the launch `token`, which is meant for this machine. OAuth callers are not operators: with OAuth
 * on a non-loopback host, the result is undefined and there is no page.
 */
export function choosePageAccess(
  { apiKeys, oauth, host }: ServerAuthOptions,
  token: string,
): PageAccess | undefined {
  if (apiKeys) return { kind: 'keys', operators: Object.values(apiKeys) };
  if (oauth && host !== undefined && !isLoopback(host)) return undefined;
  return { kind: 'token', token };
}

/** Principal of callers with the launch token. Has the same access as every other operator. */
const OPERATOR = 'operator';

/**
 * Creates the authentication that replaces the server's own. Undefined if the server's own
 * authentication applies.
 */
export function createPageAuthentication(access: PageAccess): Authenticate | undefined {
  return access.kind === 'token'
    ? createApiKeyAuthentication({ [access.token]: OPERATOR })
    : undefined;
}

/** Returns whether an authenticated caller can use the page. Anonymous callers cannot. */
export function isOperator(access: PageAccess, principal: string): boolean {
  if (access.kind === 'token') return principal === OPERATOR;
  return principal !== '' && (access.operators?.includes(principal) ?? true);
}

/**
 * Returns the principal for conversations that an operator starts. Empty for the launch token,
 * because it has no principal.
 */
export function getConversationPrincipal(access: PageAccess, principal: string): string {
  return access.kind === 'token' ? '' : principal;
}

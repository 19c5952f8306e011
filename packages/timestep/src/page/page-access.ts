import { apiKeyAuthentication, isLoopback, type Authenticate } from '../http/index.ts';

/**
 * Who may use the page, which shows the tasks of all principals. `token`: callers that send it as a bearer
 * token. `keys`: callers whom the server knows by name, all of them or those that are listed.
 */
export type PageAccess =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'keys'; readonly operators?: readonly string[] };

/** How a server knows its callers, and where it listens. */
export interface PageChecks {
  readonly apiKeys?: Readonly<Record<string, string>>;
  readonly oauth?: object;
  readonly host?: string;
}

/**
 * Callers with a key of the server, or where it has none those with the token of this launch, which is for this
 * machine. Callers with a token of an issuer are not operators: with them alone, and on another address, there
 * is no page.
 */
export function accessFor(
  { apiKeys, oauth, host }: PageChecks,
  token: string,
): PageAccess | undefined {
  if (apiKeys) return { kind: 'keys', operators: Object.values(apiKeys) };
  if (oauth && host !== undefined && !isLoopback(host)) return undefined;
  return { kind: 'token', token };
}

/** The principal of those who send the token; they see what every operator sees. */
const OPERATOR = 'operator';

/** What replaces the server's own check of callers, where there is something. */
export function authenticationFor(access: PageAccess): Authenticate | undefined {
  return access.kind === 'token' ? apiKeyAuthentication({ [access.token]: OPERATOR }) : undefined;
}

/** Whether a caller that was let in may use the page; callers without a name may not. */
export function isOperator(access: PageAccess, principal: string): boolean {
  if (access.kind === 'token') return principal === OPERATOR;
  return principal !== '' && (access.operators?.includes(principal) ?? true);
}

/** In whose name an operator begins conversations: the token of a launch stands for no principal. */
export function callerOf(access: PageAccess, principal: string): string {
  return access.kind === 'token' ? '' : principal;
}

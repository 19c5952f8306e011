import { isJsonObject, type JsonObject } from '#core';
import type { LoginStep } from '#people/view';
import { readMessageBodies, type StoredExchange } from './record-exchanges.ts';

/** The user's visit to the issuer's login page, which the recorded HTTP exchanges do not contain. */
export interface Visit {
  readonly address: string;
  readonly isOver: boolean;
}

type StepKind = Pick<LoginStep, 'title' | 'specification' | 'link'>;

const RFC = 'https://www.rfc-editor.org/rfc';
const STEPS = {
  challenge: {
    title: 'The server requires a login',
    specification: 'RFC 9728, section 5.1',
    link: `${RFC}/rfc9728#section-5.1`,
  },
  resource: {
    title: 'The server names its issuer',
    specification: 'RFC 9728, section 3',
    link: `${RFC}/rfc9728#section-3`,
  },
  issuer: {
    title: 'The issuer describes itself',
    specification: 'RFC 8414, section 3',
    link: `${RFC}/rfc8414#section-3`,
  },
  registration: {
    title: 'Registration of this client',
    specification: 'RFC 7591, section 3',
    link: `${RFC}/rfc7591#section-3`,
  },
  visit: {
    title: 'You log in at the issuer',
    specification: 'RFC 6749, section 4.1.1, with PKCE (RFC 7636)',
    link: `${RFC}/rfc6749#section-4.1.1`,
  },
  token: {
    title: 'Request for a token',
    specification: 'RFC 6749, section 4.1.3',
    link: `${RFC}/rfc6749#section-4.1.3`,
  },
  use: {
    title: 'Request with the token',
    specification: 'RFC 6750, section 2.1',
    link: `${RFC}/rfc6750#section-2.1`,
  },
} as const satisfies Readonly<Record<string, StepKind>>;

/** Returns the step of an OAuth login to which an HTTP exchange belongs. Undefined for other exchanges. */
export function getLoginStep(
  exchange: StoredExchange,
): 'resource' | 'issuer' | 'registration' | 'token' | undefined {
  const path = URL.parse(exchange.url)?.pathname ?? '';
  if (path.includes('/.well-known/oauth-protected-resource')) return 'resource';
  if (/\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(path)) {
    return 'issuer';
  }
  const body = readMessageBodies(exchange.request).find(isJsonObject);
  if (typeof body?.['grant_type'] === 'string') return 'token';
  return body && 'redirect_uris' in body ? 'registration' : undefined;
}

/** Lists the steps of an OAuth login: its HTTP exchanges, and the user's visit to the issuer's page. */
export function listLoginSteps(
  exchanges: readonly StoredExchange[],
  visit: Visit | undefined,
): readonly LoginStep[] {
  const steps: LoginStep[] = [];
  let hasToken = false;
  let isVisitListed = false;
  const addVisit = (): void => {
    if (!visit || isVisitListed) return;
    isVisitListed = true;
    steps.push({
      ...STEPS.visit,
      state: visit.isOver ? 'done' : 'open',
      note: describeLoginVisit(visit),
    });
  };
  for (const exchange of exchanges) {
    const kind = getLoginStep(exchange);
    const status = exchange.response?.status;
    if (kind === 'token') addVisit();
    if (kind) {
      steps.push(exchangeToLoginStep(kind, exchange));
      hasToken ||= kind === 'token' && status === 200;
    } else if (status === 401 && steps.length === 0) {
      steps.push(exchangeToLoginStep('challenge', exchange));
    } else if (hasToken && status !== undefined) {
      hasToken = false;
      steps.push(exchangeToLoginStep('use', exchange));
    }
  }
  addVisit();
  return steps;
}

function exchangeToLoginStep(kind: keyof typeof STEPS, exchange: StoredExchange): LoginStep {
  const { number, response, why } = exchange;
  const body = response && readMessageBodies(response).find(isJsonObject);
  const note = why ?? describeLoginResult(kind, exchange, body ?? {});
  return {
    ...STEPS[kind],
    state: getLoginStepState(kind, exchange),
    exchange: number,
    ...(note !== undefined && { note }),
  };
}

function getLoginStepState(kind: keyof typeof STEPS, exchange: StoredExchange): LoginStep['state'] {
  const status = exchange.response?.status;
  if (exchange.why !== undefined) return 'failed';
  if (status === undefined) return 'open';
  if (kind === 'challenge' || status < 400) return 'done';
  return status === 404 && (kind === 'resource' || kind === 'issuer') ? 'missing' : 'failed';
}

/** Returns a note on what a login step found out, such as the error of the server, without secrets. */
function describeLoginResult(
  kind: keyof typeof STEPS,
  { response }: StoredExchange,
  body: JsonObject,
): string | undefined {
  if (response && response.status >= 400 && kind !== 'challenge') {
    const said = [body['error'], body['error_description']].filter(
      (one) => typeof one === 'string',
    );
    return [`HTTP ${response.status}`, ...said].join(': ');
  }
  switch (kind) {
    case 'challenge':
      return response?.headers.get('www-authenticate') ?? 'without WWW-Authenticate';
    case 'resource':
      return formatLoginField(body, 'authorization_servers');
    case 'issuer':
      return formatLoginField(body, 'issuer');
    case 'registration':
      return formatLoginField(body, 'client_id');
    case 'token':
      return formatLoginField(body, 'scope');
    case 'visit':
    case 'use':
      return undefined;
  }
}

function formatLoginField(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (typeof value === 'string') return `${name}: ${value}`;
  return Array.isArray(value) ? `${name}: ${value.join(', ')}` : undefined;
}

function describeLoginVisit({ address }: Visit): string {
  const url = new URL(address);
  const shown = ['scope', 'resource', 'code_challenge_method'].flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return [url.origin + url.pathname, ...shown].join(', ');
}

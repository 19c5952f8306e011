import { isThenable, TimestepError } from '#core';
import type { Authenticate } from './api-key.ts';

/** The authenticated caller of a request, or the rejection of an unknown caller. */
export type Identity = { readonly known: true; readonly principal: string } | UnknownCaller;

/** An unknown caller, with the response that the caller receives. */
export interface UnknownCaller {
  readonly known: false;
  readonly status: 401 | 403 | 503;
  readonly code: 'unauthorized' | 'forbidden' | 'unavailable';
  readonly message: string;
  /** Value of the response header `WWW-Authenticate`. */
  readonly challenge?: string;
}

/**
 * Identifies the caller. Without `authenticate`, all callers share the empty principal. A caller
 * without a name is rejected. If `authenticate` fails, every caller is rejected and only `onError`
 * receives the reason.
 */
export async function identifyCaller(
  request: Request,
  authenticate: Authenticate | undefined,
  onError: (thrown: unknown) => void = () => undefined,
): Promise<Identity> {
  if (authenticate === undefined) return { known: true, principal: '' };
  const caller = await identifyPrincipal(request, authenticate, onError);
  return caller.known && caller.principal === '' ? UNAUTHENTICATED : caller;
}

/** Identifies the caller like `identifyCaller`, but accepts an empty name as a principal. */
export function identifyPrincipal(
  request: Request,
  authenticate: Authenticate,
  onError: (thrown: unknown) => void,
): Promise<Identity> | Identity {
  const rejectCaller = (thrown: unknown): Identity => errorToUnknownCaller(thrown, onError);
  try {
    const principal = authenticate(request);
    return isThenable(principal)
      ? Promise.resolve(principal).then(toIdentityOrUnauthenticated, rejectCaller)
      : toIdentityOrUnauthenticated(principal);
  } catch (thrown) {
    return rejectCaller(thrown);
  }
}

function toIdentityOrUnauthenticated(principal: unknown): Identity {
  return typeof principal === 'string' ? { known: true, principal } : UNAUTHENTICATED;
}

/** Returns the headers of a response that rejects an unknown caller. */
export function getUnknownCallerHeaders(caller: UnknownCaller): Record<string, string> {
  if (caller.status === 503) return { 'retry-after': RETRY_AFTER_SECONDS };
  return { 'www-authenticate': caller.challenge ?? 'Bearer' };
}

/** Creates the response that rejects a caller: 401 or 403, or 503 if authentication failed internally. */
export function createUnknownCallerResponse(caller: UnknownCaller): Response {
  const { status, code, message } = caller;
  return Response.json(
    { error: { code, message } },
    { status, headers: getUnknownCallerHeaders(caller) },
  );
}

const RETRY_AFTER_SECONDS = '5';

const UNAUTHENTICATED: UnknownCaller = {
  known: false,
  status: 401,
  code: 'unauthorized',
  message: 'send an API key: "Authorization: Bearer <key>"',
};
const AUTHENTICATION_FAILED: UnknownCaller = {
  known: false,
  status: 503,
  code: 'unavailable',
  message: 'the server cannot authenticate callers at the moment: try again later',
};

function errorToUnknownCaller(thrown: unknown, onError: (thrown: unknown) => void): UnknownCaller {
  if (thrown instanceof CredentialsError) {
    const { status, message, challenge } = thrown;
    const code = status === 403 ? 'forbidden' : 'unauthorized';
    return { known: false, status, code, message, challenge };
  }
  if (isCredentialsError(thrown)) return UNAUTHENTICATED;
  onError(thrown);
  return AUTHENTICATION_FAILED;
}

/** Returns whether credentials were rejected. Libraries report that as `status` or as `code`. */
function isCredentialsError(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { status, statusCode, code } = thrown as Readonly<Record<string, unknown>>;
  return [status, statusCode].some((one) => one === 401 || one === 403) || code === 'unauthorized';
}

/** Error codes that say why the credentials of a caller are rejected. */
export type CredentialsErrorCode = 'no-token' | 'invalid-token' | 'insufficient-scope';

/** Thrown if credentials are rejected. `message` is shown to the caller. */
export class CredentialsError extends TimestepError {
  declare readonly code: CredentialsErrorCode;
  /** Value of the response header `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(code: CredentialsErrorCode, message: string, challenge: string) {
    super(code, message);
    this.challenge = challenge;
  }

  get status(): 401 | 403 {
    return this.code === 'insufficient-scope' ? 403 : 401;
  }
}

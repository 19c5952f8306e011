import { isPending } from '../core/index.ts';
import type { Authenticate } from './api-key.ts';
import { CredentialsError } from './credentials-error.ts';

/** The principal that sent a request, or the refusal of a stranger. */
export type Identity = { readonly known: true; readonly principal: string } | Stranger;

/** A caller who is not known, with the answer that the caller gets. */
export interface Stranger {
  readonly known: false;
  readonly status: 401 | 403 | 503;
  readonly code: 'unauthorized' | 'forbidden' | 'unavailable';
  readonly message: string;
  /** What to send, and where it is had: the value of `WWW-Authenticate`. */
  readonly challenge?: string;
}

/**
 * Finds out who is calling; without `authenticate` all callers are the same, unnamed principal. A
 * caller without a name is a stranger, and so is every caller while `authenticate` fails: `onError`
 * receives the reason, the caller does not.
 */
export async function callerOf(
  request: Request,
  authenticate: Authenticate | undefined,
  onError: (thrown: unknown) => void = () => undefined,
): Promise<Identity> {
  if (authenticate === undefined) return { known: true, principal: '' };
  const caller = await principalFrom(request, authenticate, onError);
  return caller.known && caller.principal === '' ? STRANGER : caller;
}

/** Like `callerOf`, but the empty name that `principalOf` may return is a principal too. */
export function principalFrom(
  request: Request,
  principalOf: Authenticate,
  onError: (thrown: unknown) => void,
): Promise<Identity> | Identity {
  const refused = (thrown: unknown): Identity => strangerAfter(thrown, onError);
  try {
    const principal = principalOf(request);
    return isPending(principal)
      ? Promise.resolve(principal).then(identityOf, refused)
      : identityOf(principal);
  } catch (thrown) {
    return refused(thrown);
  }
}

function identityOf(principal: unknown): Identity {
  return typeof principal === 'string' ? { known: true, principal } : STRANGER;
}

/** The headers of an answer that refuses a stranger. */
export function strangerHeaders({ status, challenge }: Stranger): Record<string, string> {
  if (status === 503) return { 'retry-after': RETRY_AFTER };
  return { 'www-authenticate': challenge ?? 'Bearer' };
}

/** The answer to a caller who is not known: 401, or 503 where the server could not find out. */
export function strangerResponse(stranger: Stranger): Response {
  const { status, code, message } = stranger;
  return Response.json(
    { error: { code, message } },
    { status, headers: strangerHeaders(stranger) },
  );
}

/** Seconds. */
const RETRY_AFTER = '5';

const STRANGER: Stranger = {
  known: false,
  status: 401,
  code: 'unauthorized',
  message: 'send an API key: "Authorization: Bearer <key>"',
};
const UNDECIDED: Stranger = {
  known: false,
  status: 503,
  code: 'unavailable',
  message: 'the server cannot find out now who is calling: try again later',
};

function strangerAfter(thrown: unknown, onError: (thrown: unknown) => void): Stranger {
  if (thrown instanceof CredentialsError) return strangerWith(thrown);
  if (isAboutCredentials(thrown)) return STRANGER;
  onError(thrown);
  return UNDECIDED;
}

function strangerWith({ status, message, challenge }: CredentialsError): Stranger {
  const code = status === 403 ? 'forbidden' : 'unauthorized';
  return { known: false, status, code, message, challenge };
}

/** Libraries report refused credentials by status 401 or 403, or by a code. */
function isAboutCredentials(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { status, statusCode, code } = thrown as Readonly<Record<string, unknown>>;
  return [status, statusCode].some((one) => one === 401 || one === 403) || code === 'unauthorized';
}

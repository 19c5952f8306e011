/** One of the causes of a network failure; each of several addresses may have failed by itself. */
interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
}

const CONNECTING: readonly unknown[] = ['connect', 'getaddrinfo'];
const UNSENT: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];
/**
 * Codes of systems and of Node's HTTP client for connections. Waiting does not mend a certificate.
 */
const PASSING =
  /^(?!EPROTO$)(E[A-Z]+|EAI_AGAIN|UND_ERR_(CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET|CLOSED|DESTROYED))$/;
const AWAY: readonly number[] = [502, 503, 504];

/**
 * True where a failed `fetch` may succeed later: the connection was refused, reset or never
 * answered. A refusal by `fetch` itself, such as of a port or a redirect, has no code of the
 * system.
 */
export function isTransient(thrown: unknown): boolean {
  return causesOf(thrown).some(
    ({ code, syscall }) => typeof code === 'string' && PASSING.test(code) && !isOfProgram(syscall),
  );
}

/** True where it is certain that no part of the request was sent. */
export function isUnsent(thrown: unknown): boolean {
  return causesOf(thrown).some(
    ({ code, syscall }) => UNSENT.includes(code) || CONNECTING.includes(syscall),
  );
}

/** True of the statuses with which a server, or a proxy before it, says that it is away for now. */
export function isAwayStatus(status: number): boolean {
  return AWAY.includes(status);
}

/** True where a program could not be started, which waiting does not mend. */
function isOfProgram(syscall: unknown): boolean {
  return typeof syscall === 'string' && syscall.startsWith('spawn');
}

const DEEPEST = 5;

function causesOf(thrown: unknown, depth = 0): Cause[] {
  if (typeof thrown !== 'object' || thrown === null || depth > DEEPEST) return [];
  const below = thrown instanceof AggregateError ? thrown.errors : [];
  const cause = thrown instanceof Error ? [thrown.cause] : [];
  return [thrown, ...[...below, ...cause].flatMap((one) => causesOf(one, depth + 1))];
}

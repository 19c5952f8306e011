/** An error of Node. It can have several causes: one for each address that was tried. */
export interface ErrorCause {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

const CONNECT_SYSCALLS: readonly unknown[] = ['connect', 'getaddrinfo'];
const UNSENT_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'certificate-refused',
  'proxy-unavailable',
  'proxy-refused',
  'proxy-unreachable',
  'bad-proxy',
];
/** Error codes of temporary connection failures. Certificate errors are not temporary. */
const TRANSIENT_CODES =
  /^(?!EPROTO$)(E[A-Z]+|EAI_AGAIN|proxy-unavailable|UND_ERR_(CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET|CLOSED|DESTROYED))$/;
const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504];

/** Returns whether a failed `fetch` may succeed later: the connection was refused, reset or timed out. */
export function isTransientNetworkError(thrown: unknown): boolean {
  return listCauses(thrown).some(
    ({ code, syscall }) =>
      typeof code === 'string' && TRANSIENT_CODES.test(code) && !isSpawnSyscall(syscall),
  );
}

/** Returns whether certainly no part of the request was sent. */
export function isUnsent(thrown: unknown): boolean {
  return listCauses(thrown).some(
    ({ code, syscall }) => UNSENT_CODES.includes(code) || CONNECT_SYSCALLS.includes(syscall),
  );
}

/** Returns whether an HTTP status means that a server, or a proxy in front of it, is temporarily unavailable. */
export function isUnavailableStatus(status: number): boolean {
  return UNAVAILABLE_STATUSES.includes(status);
}

/** Returns whether a program could not be started, which later attempts would not change. */
function isSpawnSyscall(syscall: unknown): boolean {
  return typeof syscall === 'string' && syscall.startsWith('spawn');
}

const MAX_DEPTH = 5;

/** Lists an error and its causes, up to five levels deep. */
export function listCauses(thrown: unknown, depth = 0): ErrorCause[] {
  if (typeof thrown !== 'object' || thrown === null || depth > MAX_DEPTH) return [];
  const below = thrown instanceof AggregateError ? thrown.errors : [];
  const cause = thrown instanceof Error ? [thrown.cause] : [];
  return [thrown, ...[...below, ...cause].flatMap((one) => listCauses(one, depth + 1))];
}

import {
  identifyCaller,
  answerPreflight,
  addCorsHeaders,
  findHostOrOriginProblem,
  getUnknownCallerHeaders,
  getWebSocketHandler,
  type Authenticate,
  type FetchHandler,
  type GuardOptions,
} from '../http/index.ts';
import { createOwnTasks, type Runner, type HookSlot } from '../port/index.ts';
import { againOf } from './again.ts';
import type { CountCallers, TakenRequest } from './caller-limits.ts';
import type { Caller, Mount, MountRefusal } from './mount.ts';
import { methodOf, routeOf, type Answered } from './request-measure.ts';
import type { FindMounts } from './router.ts';
import { untilAnswered } from './until-answered.ts';

export interface AppOptions extends GuardOptions {
  /** The mounts that a path may belong to, the longest prefix first. */
  readonly find: FindMounts;
  /** Runs the tasks of callers. */
  readonly runner: Runner;
  /** Absent: all who can reach the server are the same, unnamed principal. */
  readonly authenticate?: Authenticate;
  /** Receives defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
  /** Receives each request once the head of its answer is known. It must not throw. */
  readonly onAnswered?: (answered: Answered) => void;
  readonly hooks?: HookSlot | undefined;
  /** Counts the requests of callers; absent: they may send as many as they like. */
  readonly callers?: CountCallers;
  /** Milliseconds from any beginning; default: those of the process. */
  readonly elapsed?: () => number;
}

/** An answer, and the mount that gave it. */
interface Given {
  readonly response: Response;
  readonly prefix?: string;
  readonly isProbe?: boolean | undefined;
}

/** What a caller receives where it asked for a WebSocket and gets one. */
const SWITCHING = 101;

/** Seconds after which a caller may send a request again that cannot be answered now. */
const RETRY_AFTER = '5';

/**
 * Joins the mounts in one handler: it refuses forged hosts, answers what is public, finds out once
 * who is calling, then asks mount after mount. Pages of allowed origins receive the headers that a
 * browser needs before it lets them read an answer.
 */
export function createApp(options: AppOptions): FetchHandler {
  return async (request) => {
    const refused = findHostOrOriginProblem(request, options);
    if (refused !== undefined) {
      options.onAnswered?.({ method: request.method, status: 403, tookMs: 0 });
      return failure(403, 'forbidden', refused);
    }
    const preflight = answerPreflight(request, options);
    if (preflight) return preflight;
    const { onAnswered, elapsed = () => performance.now() } = options;
    const begun = elapsed();
    const { response, prefix } = await traced(request, options);
    const { method } = request;
    const status = getWebSocketHandler(response) ? SWITCHING : response.status;
    onAnswered?.({ method, status, prefix, tookMs: elapsed() - begun });
    return addCorsHeaders(request, response, options);
  };
}

const TRACEPARENT = 'traceparent';

/** Answers a request within its span, where traces are exported. */
async function traced(request: Request, options: AppOptions): Promise<Given> {
  const begin = options.hooks?.current().request;
  if (!begin) return answer(request, options);
  const span = begin(request.headers.get(TRACEPARENT) ?? undefined);
  request.headers.set(TRACEPARENT, span.traceparent);
  const given = await span.run(() => answer(request, options));
  const { response, prefix, isProbe } = given;
  const route = prefix === undefined ? undefined : routeOf(prefix);
  if (!isProbe) span.end({ method: methodOf(request), status: response.status, route });
  return given;
}

/** A request that was handed on is looked at as if it had come so. */
async function answer(request: Request, options: AppOptions): Promise<Given> {
  const given = await answerOnce(request, options);
  const again = againOf(given.response);
  return again ? answerOnce(again, options) : given;
}

async function answerOnce(
  request: Request,
  { find, runner, onError, callers, ...options }: AppOptions,
): Promise<Given> {
  const { pathname } = new URL(request.url);
  let mounts: readonly Mount[] = [];
  try {
    mounts = find(pathname);
    for (const mount of mounts) {
      const response = await mount.open?.(request);
      if (response) return givenBy(mount, response);
    }
    // A caller who was let in by the keys of one agent is a stranger to the rest of the server.
    const own = mounts.find((mount) => mount.authenticate)?.authenticate;
    const identity = await identifyCaller(request, own ?? options.authenticate, onError);
    if (!identity.known) {
      return {
        response: refusal(mounts, { ...identity, headers: getUnknownCallerHeaders(identity) }),
      };
    }
    const { principal } = identity;
    const caller = { principal, tasks: createOwnTasks(runner, { principal }) };
    const asked = mounts.filter((one) => one.authenticate === own);
    if (!callers || asked.some((mount) => mount.isUnlimited)) {
      const given = await firstAnswer(asked, request, caller);
      if (given) return given;
    } else {
      const taken = callers.take(JSON.stringify([principal, own ? prefixOf(asked) : null]));
      if (!taken.ok) return { response: refusal(mounts, tooMany(taken)) };
      const given = await firstAnswer(asked, request, caller).catch((thrown: unknown) => {
        taken.end();
        throw thrown;
      });
      if (given && againOf(given.response)) {
        taken.undo();
        return given;
      }
      if (given) return { ...given, response: untilAnswered(given.response, taken) };
      taken.end();
    }
  } catch (thrown) {
    onError?.(thrown);
    const message = 'the server failed to answer this request';
    return { response: refusal(mounts, { status: 500, code: 'internal-error', message }) };
  }
  const message = `there is nothing at ${request.method} ${pathname}`;
  return { response: refusal(mounts, { status: 404, code: 'not-found', message }) };
}

async function firstAnswer(
  mounts: readonly Mount[],
  request: Request,
  caller: Caller,
): Promise<Given | undefined> {
  for (const mount of mounts) {
    const response = await mount.answer?.(request, caller);
    if (response) return givenBy(mount, response);
  }
  return undefined;
}

/** Where an agent has callers of its own, their names are theirs as well. */
function prefixOf([mount]: readonly Mount[]): string {
  return mount?.prefix ?? '';
}

function tooMany({
  message,
  headers,
}: Extract<TakenRequest, { readonly ok: false }>): MountRefusal {
  return { status: 429, code: 'rate_limit_exceeded', message, headers };
}

function givenBy({ prefix, isProbe }: Mount, response: Response): Given {
  return { response: withRetryAfter(response), prefix, isProbe };
}

/** Adds when to try again (RFC 9110, section 15.6.4), unless the route has set it. */
function withRetryAfter(response: Response): Response {
  if (
    (response.status === 503 || response.status === 429) &&
    !response.headers.has('retry-after')
  ) {
    response.headers.set('retry-after', RETRY_AFTER);
  }
  return response;
}

/** Refuses a request as the mount at its path does. */
function refusal(
  mounts: readonly Mount[],
  { headers = {}, ...why }: Omit<MountRefusal, 'headers'> & Partial<MountRefusal>,
): Response {
  const { status, code, message } = why;
  const own = mounts.find((mount) => mount.refuse)?.refuse;
  if (own) return own({ status, code, message, headers });
  return Response.json({ error: { code, message } }, { status, headers });
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

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
} from '../../protocols/http/index.ts';
import { createOwnTasks, type Runner, type HookSlot } from '../../engine/port/index.ts';
import { findReplacementRequest } from './replacement-request.ts';
import type { CallerCounter, CountedRequest } from './caller-limits.ts';
import type { Caller, Mount, MountRefusal } from './mount.ts';
import { getMethodLabel, getRouteLabel, type AnsweredRequest } from './request-measure.ts';
import type { FindMounts } from './router.ts';
import { endWithResponse } from './end-with-response.ts';

export interface AppOptions extends GuardOptions {
  /** Returns the mounts that may answer a path, the longest prefix first. */
  readonly find: FindMounts;
  /** Runs the tasks of callers. */
  readonly runner: Runner;
  /** Identifies callers. If absent, all callers share one unnamed principal. */
  readonly authenticate?: Authenticate;
  /** Receives internal errors. Callers only receive a generic error. */
  readonly onError?: (thrown: unknown) => void;
  /**
   * Receives each request after the status and headers of its response are known. Must not throw.
   */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  readonly hooks?: HookSlot | undefined;
  /** Limits the requests of each caller. If absent, requests are not limited. */
  readonly callers?: CallerCounter;
  /** Returns elapsed milliseconds since any fixed time. Default: since the process started. */
  readonly elapsed?: () => number;
}

/** A response, and the mount that returned it. */
interface MountAnswer {
  readonly response: Response;
  readonly prefix?: string;
  readonly isProbe?: boolean | undefined;
}

/** The status of a response that switches to a WebSocket. */
const SWITCHING = 101;

/** Seconds after which a caller may retry a request that was rejected temporarily. */
const RETRY_AFTER = '5';

/**
 * Combines the mounts in one request handler. It rejects forged hosts, answers public requests,
 * identifies the caller once, then tries each mount. Responses to pages of allowed origins get the
 * CORS headers that browsers require.
 */
export function createApp(options: AppOptions): FetchHandler {
  return async (request) => {
    const refused = findHostOrOriginProblem(request, options);
    if (refused !== undefined) {
      options.onAnswered?.({ method: request.method, status: 403, tookMs: 0 });
      return createErrorResponse(403, 'forbidden', refused);
    }
    const preflight = answerPreflight(request, options);
    if (preflight) return preflight;
    const { onAnswered, elapsed = () => performance.now() } = options;
    const begun = elapsed();
    const { response, prefix } = await answerWithinSpan(request, options);
    const { method } = request;
    const status = getWebSocketHandler(response) ? SWITCHING : response.status;
    onAnswered?.({ method, status, prefix, tookMs: elapsed() - begun });
    return addCorsHeaders(request, response, options);
  };
}

const TRACEPARENT = 'traceparent';

/** Answers a request within a trace span, if traces are exported. */
async function answerWithinSpan(request: Request, options: AppOptions): Promise<MountAnswer> {
  const begin = options.hooks?.current().request;
  if (!begin) return answerRequest(request, options);
  const span = begin(request.headers.get(TRACEPARENT) ?? undefined);
  request.headers.set(TRACEPARENT, span.traceparent);
  const given = await span.run(() => answerRequest(request, options));
  const { response, prefix, isProbe } = given;
  const route = prefix === undefined ? undefined : getRouteLabel(prefix);
  if (!isProbe) span.end({ method: getMethodLabel(request), status: response.status, route });
  return given;
}

/** Answers a request, or the request that a mount has replaced it with. */
async function answerRequest(request: Request, options: AppOptions): Promise<MountAnswer> {
  const given = await answerOnce(request, options);
  const again = findReplacementRequest(given.response);
  return again ? answerOnce(again, options) : given;
}

async function answerOnce(
  request: Request,
  { find, runner, onError, callers, ...options }: AppOptions,
): Promise<MountAnswer> {
  const { pathname } = new URL(request.url);
  let mounts: readonly Mount[] = [];
  try {
    mounts = find(pathname);
    for (const mount of mounts) {
      const response = await mount.open?.(request);
      if (response) return toMountAnswer(mount, response);
    }
    // A caller that was admitted by one agent's keys has no access to the rest of the server.
    const own = mounts.find((mount) => mount.authenticate)?.authenticate;
    const identity = await identifyCaller(request, own ?? options.authenticate, onError);
    if (!identity.known) {
      return {
        response: createRefusal(mounts, {
          ...identity,
          headers: getUnknownCallerHeaders(identity),
        }),
      };
    }
    const { principal } = identity;
    const caller = { principal, tasks: createOwnTasks(runner, { principal }) };
    const asked = mounts.filter((one) => one.authenticate === own);
    if (!callers || asked.some((mount) => mount.isUnlimited)) {
      const given = await answerByMounts(asked, request, caller);
      if (given) return given;
    } else {
      const taken = callers.take(JSON.stringify([principal, own ? getPrefix(asked) : null]));
      if (!taken.ok) return { response: createRefusal(mounts, toRateLimitRefusal(taken)) };
      const given = await answerByMounts(asked, request, caller).catch((thrown: unknown) => {
        taken.end();
        throw thrown;
      });
      if (given && findReplacementRequest(given.response)) {
        taken.undo();
        return given;
      }
      if (given) return { ...given, response: endWithResponse(given.response, taken) };
      taken.end();
    }
  } catch (thrown) {
    onError?.(thrown);
    const message = 'the server failed to answer this request';
    return { response: createRefusal(mounts, { status: 500, code: 'internal-error', message }) };
  }
  const message = `not found: ${request.method} ${pathname}`;
  return { response: createRefusal(mounts, { status: 404, code: 'not-found', message }) };
}

async function answerByMounts(
  mounts: readonly Mount[],
  request: Request,
  caller: Caller,
): Promise<MountAnswer | undefined> {
  for (const mount of mounts) {
    const response = await mount.answer?.(request, caller);
    if (response) return toMountAnswer(mount, response);
  }
  return undefined;
}

/**
 * Returns the prefix that distinguishes callers of an agent with its own keys, because its
 * principals are separate.
 */
function getPrefix([mount]: readonly Mount[]): string {
  return mount?.prefix ?? '';
}

function toRateLimitRefusal({
  message,
  headers,
}: Extract<CountedRequest, { readonly ok: false }>): MountRefusal {
  return { status: 429, code: 'rate_limit_exceeded', message, headers };
}

function toMountAnswer({ prefix, isProbe }: Mount, response: Response): MountAnswer {
  return { response: withRetryAfter(response), prefix, isProbe };
}

/** Sets `retry-after` (RFC 9110, section 15.6.4), unless the route has set it. */
function withRetryAfter(response: Response): Response {
  if (
    (response.status === 503 || response.status === 429) &&
    !response.headers.has('retry-after')
  ) {
    response.headers.set('retry-after', RETRY_AFTER);
  }
  return response;
}

/** Creates an error response in the format of the mount at the path. */
function createRefusal(
  mounts: readonly Mount[],
  { headers = {}, ...why }: Omit<MountRefusal, 'headers'> & Partial<MountRefusal>,
): Response {
  const { status, code, message } = why;
  const own = mounts.find((mount) => mount.refuse)?.refuse;
  if (own) return own({ status, code, message, headers });
  return Response.json({ error: { code, message } }, { status, headers });
}

function createErrorResponse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

import {
  addCorsHeaders,
  answerPreflight,
  findHostOrOriginProblem,
  getUnknownCallerHeaders,
  getWebSocketHandler,
  identifyCaller,
  type Authenticate,
  type FetchHandler,
  type GuardOptions,
} from '#protocols/http';
import { createOwnTasks, type HookSlot, type Runner } from '#engine/port';
import {
  getMethodLabel,
  getRouteLabel,
  type AnsweredRequest,
} from '../measuring/request-measure.ts';
import {
  endCountAfterResponse,
  type AcceptedRequest,
  type CallerCounter,
} from './caller-limits.ts';
import type { Caller, Mount, MountRefusal } from './mount.ts';
import type { Router } from './router.ts';

export interface AppOptions extends GuardOptions {
  readonly router: Router;
  readonly runner: Runner;
  /** Authenticates callers. If undefined, all callers share one unnamed principal. */
  readonly authenticate?: Authenticate | undefined;
  readonly onError?: (thrown: unknown) => void;
  /** Receives each request after the status of its response is known. Must not throw. */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  readonly hooks?: HookSlot | undefined;
  readonly callers?: CallerCounter | undefined;
}

interface MountAnswer {
  readonly response: Response;
  readonly prefix?: string;
  readonly isProbe?: boolean | undefined;
}

/** An authenticated caller, whose request counts towards its limits. */
interface Admission {
  readonly principal: string;
  readonly counted?: AcceptedRequest;
}

const SWITCHING = 101;

/** Seconds after which a caller may retry a request that was rejected temporarily. */
const RETRY_AFTER = '5';

/** Creates the request handler: checks the host, admits the caller, finds tenant and mount. */
export function createApp(options: AppOptions): FetchHandler {
  return async (request) => {
    const refused = findHostOrOriginProblem(request, options);
    if (refused !== undefined) {
      options.onAnswered?.({ method: request.method, status: 403, tookMs: 0 });
      return Response.json({ error: { code: 'forbidden', message: refused } }, { status: 403 });
    }
    const preflight = answerPreflight(request, options);
    if (preflight) return preflight;
    const begun = performance.now();
    const { response, prefix } = await answerRequestInSpan(request, options);
    const { method } = request;
    const status = getWebSocketHandler(response) ? SWITCHING : response.status;
    options.onAnswered?.({ method, status, prefix, tookMs: performance.now() - begun });
    return addCorsHeaders(request, response, options);
  };
}

const TRACEPARENT = 'traceparent';

async function answerRequestInSpan(request: Request, options: AppOptions): Promise<MountAnswer> {
  const begin = options.hooks?.current().request;
  if (!begin) return answerRequest(request, options);
  const span = begin(request.headers.get(TRACEPARENT) ?? undefined);
  request.headers.set(TRACEPARENT, span.traceparent);
  const answer = await span.run(() => answerRequest(request, options));
  const { response, prefix, isProbe } = answer;
  const route = prefix === undefined ? undefined : getRouteLabel(prefix);
  if (!isProbe) span.end({ method: getMethodLabel(request), status: response.status, route });
  return answer;
}

/** Answers a request. A request to the root with a tenant is answered again at the agent's path. */
async function answerRequest(
  request: Request,
  options: AppOptions,
  admitted?: Admission,
): Promise<MountAnswer> {
  const { router, runner, onError } = options;
  const { pathname } = new URL(request.url);
  let mounts: readonly Mount[] = [];
  let counted = admitted?.counted;
  try {
    mounts = router.find(pathname);
    for (const mount of mounts) {
      const response = await mount.open?.(request);
      if (response) return finishMountAnswer(mount, response, counted);
    }
    // An agent's own API key is valid only for this agent, and the server's API keys are not valid for it.
    const own = mounts.find((mount) => mount.authenticate)?.authenticate;
    const candidates = mounts.filter((mount) => mount.authenticate === own);
    if (own) counted?.end();
    const admission = (!own && admitted) || (await admitCaller(request, candidates, options));
    if ('refusal' in admission)
      return { response: createRefusalResponse(mounts, admission.refusal) };
    counted = admission.counted;
    const isAtRoot = !admitted && mounts.every(({ prefix }) => prefix === '');
    const target = isAtRoot ? await router.findTenant?.(request) : undefined;
    if (target instanceof Request) return await answerRequest(target, options, admission);
    if (target) return finishMountAnswer({ prefix: '' }, target, counted);
    const answer = await answerByMounts(request, candidates, admission, runner);
    if (answer) return answer;
    counted?.end();
  } catch (thrown) {
    counted?.end();
    onError?.(thrown);
    const message = 'the server failed to answer this request';
    return {
      response: createRefusalResponse(mounts, { status: 500, code: 'internal-error', message }),
    };
  }
  const agents = options.router.describeAgents?.(pathname);
  const message = `not found: ${request.method} ${pathname}${agents === undefined ? '' : `; ${agents}`}`;
  return { response: createRefusalResponse(mounts, { status: 404, code: 'not-found', message }) };
}

type Refusal = Omit<MountRefusal, 'headers'> & Partial<MountRefusal>;

/** Authenticates the caller. Counts the request against the caller's limits, unless a mount has no limits. */
async function admitCaller(
  request: Request,
  mounts: readonly Mount[],
  { authenticate, callers, onError }: AppOptions,
): Promise<Admission | { readonly refusal: Refusal }> {
  const own = mounts[0]?.authenticate;
  const identity = await identifyCaller(request, own ?? authenticate, onError);
  if (!identity.known) {
    return { refusal: { ...identity, headers: getUnknownCallerHeaders(identity) } };
  }
  const { principal } = identity;
  if (!callers || mounts.some((mount) => mount.isUnlimited)) return { principal };
  // An agent with its own keys has its own principals, separate from those of the server.
  const counted = callers.take(JSON.stringify([principal, own ? mounts[0]?.prefix : null]));
  if (counted.ok) return { principal, counted };
  const { message, headers } = counted;
  return { refusal: { status: 429, code: 'rate_limit_exceeded', message, headers } };
}

async function answerByMounts(
  request: Request,
  mounts: readonly Mount[],
  { principal, counted }: Admission,
  runner: Runner,
): Promise<MountAnswer | undefined> {
  let caller: Caller | undefined;
  let before: Mount | undefined;
  for (const mount of mounts) {
    const { agentId: agent } = mount;
    if (!caller || before?.agentId !== agent) {
      const owner = { principal, ...(agent !== undefined && { agent }) };
      caller = { principal, tasks: createOwnTasks(runner, owner) };
    }
    before = mount;
    const response = await mount.answer?.(request, caller);
    if (response) return finishMountAnswer(mount, response, counted);
  }
  return undefined;
}

function finishMountAnswer(
  { prefix, isProbe }: Pick<Mount, 'prefix' | 'isProbe'>,
  response: Response,
  counted: AcceptedRequest | undefined,
): MountAnswer {
  setRetryAfterIfMissing(response);
  return {
    response: counted ? endCountAfterResponse(response, counted) : response,
    prefix,
    isProbe,
  };
}

/** Sets `retry-after` (RFC 9110, section 15.6.4), unless the route has set it. */
function setRetryAfterIfMissing({ status, headers }: Response): void {
  if ((status === 503 || status === 429) && !headers.has('retry-after')) {
    headers.set('retry-after', RETRY_AFTER);
  }
}

function createRefusalResponse(
  mounts: readonly Mount[],
  { status, code, message, headers = {} }: Refusal,
): Response {
  const refuse = mounts.find((mount) => mount.refuse)?.refuse;
  if (refuse) return refuse({ status, code, message, headers });
  return Response.json({ error: { code, message } }, { status, headers });
}

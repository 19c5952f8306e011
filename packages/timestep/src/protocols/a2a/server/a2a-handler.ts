import { isThenable, trimTrailing } from '#core';
import {
  createJsonReader,
  createEventLoopLimiter,
  identifyPrincipal,
  getServerUrl,
  createUnknownCallerResponse,
  type Authenticate,
  type ReadJson,
} from '#protocols/http';
import { createOwnTasks, type OwnTasks, type Runner } from '#engine/port';
import { readTraceparentHeader } from '#protocols/trace';
import type { PushService } from '../push/push-service.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { createEncodingCache } from './subscriber-groups.ts';
import { readLastEventIdOrThrow, type AgentRequest, type BindingOptions } from './agent-request.ts';
import type { CardSigner } from './card-signer.ts';
import {
  buildCardForVersion,
  createCardResponse,
  isCardPath,
  type CardOptions,
} from './card-response.ts';
import { readExtensions } from './extensions.ts';
import { answerJsonRpc } from './json-rpc.ts';
import { createOperations, type DelegationSettings } from './operations.ts';
import { findRestRoute, type RestRoute } from './rest-routes.ts';
import { answerRest } from './rest.ts';
import { hasTenant, parseTenantPath } from './tenants.ts';
import { readRequestedVersion } from './requested-version.ts';

/** Options of an A2A handler. */
export interface A2AHandlerOptions {
  readonly runner: Runner;
  readonly agent: AgentDescription;
  /** Push notification service. If undefined, the agent does not support push notifications. */
  readonly push?: PushService;
  /** Path of the agent on its server, such as `/agents/weather`. Default: the root. */
  readonly basePath?: string;
  /**
   * Returns the name of the caller; without a name, the request is rejected. Default: all callers share one name.
   */
  readonly principalOf?: Authenticate;
  /** Reads request bodies. Handlers that share this reader also share its limit of unfinished bodies. */
  readonly readJson?: ReadJson;
  readonly heartbeatMs?: number;
  /** Signs the agent's cards. If undefined, cards have no signatures. */
  readonly signer?: CardSigner | undefined;
  /** Verification of delegations. If undefined, only the number of agent calls in them is used. */
  readonly delegations?: DelegationSettings;
  /** Time of the card's last change in milliseconds since the epoch. Default: now. */
  readonly cardChangedAt?: number;
  /** Callback for internal errors. Callers see only "internal error". */
  readonly onError?: (thrown: unknown) => void;
}

/** Answers A2A requests. Returns `undefined` for any other request. */
export interface A2AHandler {
  /** Answers a request and authenticates its caller, except for the public card. */
  (request: Request): Promise<Response | undefined>;
  /** Returns the response with the public card. Undefined if another path is requested. */
  readonly serveCardIfRequested: (request: Request) => Response | undefined;
  /**
   * Answers a request of an authenticated caller. `tasks` are the caller's tasks; by default they
   * are read from the runner.
   */
  readonly answer: (
    request: Request,
    principal: string,
    tasks?: OwnTasks,
  ) => Promise<Response | undefined>;
}

/** Creates a handler that serves one agent over A2A 1.0 and 0.3, in JSON-RPC and REST. */
export function createA2AHandler(options: A2AHandlerOptions): A2AHandler {
  const { runner, agent, push, principalOf = () => '', heartbeatMs } = options;
  const { cardChangedAt: changedAt = Date.now() } = options;
  const basePath = trimTrailing(options.basePath ?? '', '/');
  const binding: BindingOptions = {
    perform: createOperations(agent, push, options.delegations),
    readJson: options.readJson ?? createJsonReader(),
    streams: { heartbeatMs, takeTurn: createEventLoopLimiter(), encodeOnce: createEncodingCache() },
    onError: options.onError ?? (() => {}),
  };

  function serveCardIfRequested(request: Request): Response | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const { path } = splitUrl(request.url);
    if (!path.startsWith(basePath) || !isCardPath(path.slice(basePath.length))) return undefined;
    return createCardResponse(request, { ...getCardOptions(agent, request), changedAt });
  }

  function getCardOptions(described: AgentDescription, request: Request): CardOptions {
    const url = agent.url ?? getServerUrl(request) + basePath;
    const capabilities = { pushNotifications: push !== undefined };
    return { agent: described, url, capabilities, sign: options.signer?.sign };
  }

  function answerByBinding(
    request: Request,
    match: BindingMatch,
    principal: string,
    tasks: OwnTasks = createOwnTasks(runner, { principal, agent: agent.name }),
  ): Promise<Response> {
    const { headers, signal } = request;
    const agentRequest: AgentRequest = {
      request,
      readVersion: () => readRequestedVersion(headers, match.query),
      createContext: (version) => ({
        tasks,
        principal,
        version,
        signal,
        buildCard: (described) => buildCardForVersion(version, getCardOptions(described, request)),
        readLastEventIdOrThrow: () => readLastEventIdOrThrow(headers),
        extensions: readExtensions(headers),
        traceparent: readTraceparentHeader(headers),
      }),
    };
    return match.route
      ? answerRest(match.route, match.query, agentRequest, binding)
      : answerJsonRpc(agentRequest, binding);
  }

  async function answerRequest(
    request: Request,
    principal: string,
    tasks?: OwnTasks,
  ): Promise<Response | undefined> {
    const found = findBinding(request, basePath, agent);
    return found && answerByBinding(request, found, principal, tasks);
  }

  const handler = async (request: Request): Promise<Response | undefined> => {
    const open = serveCardIfRequested(request);
    const found = open ? undefined : findBinding(request, basePath, agent);
    if (!found) return open;
    const identity = identifyPrincipal(request, principalOf, binding.onError);
    const caller = isThenable(identity) ? await identity : identity;
    if (!caller.known) return createUnknownCallerResponse(caller);
    return answerByBinding(request, found, caller.principal);
  };
  return Object.assign(handler, { serveCardIfRequested, answer: answerRequest });
}

interface BindingMatch {
  readonly query: string;
  /** The requested REST route. Undefined for JSON-RPC. */
  readonly route?: RestRoute;
}

function findBinding(
  request: Request,
  basePath: string,
  agent: AgentDescription,
): BindingMatch | undefined {
  const { method } = request;
  const { path, query } = splitUrl(request.url);
  if (!path.startsWith(basePath)) return undefined;
  const relativePath = path.slice(basePath.length);
  if (relativePath === '' || relativePath === '/') {
    return method === 'POST' ? { query } : undefined;
  }
  if (isCardPath(relativePath)) return undefined;
  const route =
    findRestRoute(relativePath, method) ?? findRouteOfTenant(relativePath, method, agent);
  return route && { query, route };
}

function findRouteOfTenant(
  relativePath: string,
  method: string,
  agent: AgentDescription,
): RestRoute | undefined {
  const found = parseTenantPath(relativePath, method);
  return found && hasTenant(agent, found.tenant) ? findRestRoute(found.path, method) : undefined;
}

/** Splits a URL into path and query, without the cost of parsing the rest. */
function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return { path: '/', query: '' };
  const hash = url.indexOf('#', start);
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?', start);
  if (mark === -1 || mark > end) return { path: url.slice(start, end), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1, end) };
}

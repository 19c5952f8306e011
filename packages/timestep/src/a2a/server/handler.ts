import { isPending, withoutTrailing } from '../../core/index.ts';
import {
  createJsonReader,
  createTurns,
  principalFrom,
  serverAddress,
  strangerResponse,
  type Authenticate,
  type ReadJson,
} from '../../http/index.ts';
import { ownTasks, type Runner } from '../../port/index.ts';
import type { PushService } from '../push/push-service.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { createEncodings } from './audience.ts';
import type { Asked, BindingOptions } from './binding.ts';
import type { CardSigner } from './card-signer.ts';
import { cardIn, cardResponse, isCardPath, type CardFacts } from './card-response.ts';
import { answerJsonRpc } from './json-rpc.ts';
import { operationsOf, type Delegations } from './operations.ts';
import { restRoute, type RestRoute } from './rest-routes.ts';
import { answerRest } from './rest.ts';
import { isTenant, tenantInPath } from './tenants.ts';
import { requestedVersion } from './version.ts';

/** The agent that is served over A2A, the runner of its tasks, and how callers are recognised. */
export interface A2AHandlerOptions {
  readonly runner: Runner;
  readonly agent: AgentDescription;
  /** Sends push notifications; without it there are none. */
  readonly push?: PushService;
  /** Where the agent lives on its server, such as `/agents/weather`; default: at the root. */
  readonly basePath?: string;
  /**
   * Finds the sender of a request; a caller cannot find tasks of other callers. A request is
   * refused where this returns no name; an empty name is a name. Default: all callers have the
   * same, empty name.
   */
  readonly principalOf?: Authenticate;
  /** Reads bodies; servers that share it share one bound of unfinished bodies. */
  readonly readJson?: ReadJson;
  readonly heartbeatMs?: number;
  /** Signs the cards; absent: they have no signatures. */
  readonly signer?: CardSigner | undefined;
  /** How agents of other servers that call this one are known; without it only their number counts. */
  readonly delegations?: Delegations;
  /**
   * When the card changed last, in milliseconds since the epoch, for caches. Default: when the handler was made.
   */
  readonly cardChangedAt?: number;
  /** Receives defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}

/** Answers A2A requests; returns `undefined` for other requests. */
export interface A2AHandler {
  /** Asks `principalOf` for the sender of a request, unless the request is for something public. */
  (request: Request): Promise<Response | undefined>;
  /** The card of the agent, which is public. */
  readonly card: (request: Request) => Response | undefined;
  /** Answers a caller whose principal is known already. */
  readonly answer: (request: Request, principal: string) => Promise<Response | undefined>;
}

/** Serves one agent over A2A 1.0 and 0.3, JSON-RPC and REST, at one address. */
export function createA2AHandler(options: A2AHandlerOptions): A2AHandler {
  const { runner, agent, push, principalOf = () => '', heartbeatMs } = options;
  const { cardChangedAt = Date.now() } = options;
  const basePath = withoutTrailing(options.basePath ?? '', '/');
  const binding: BindingOptions = {
    perform: operationsOf(agent, push, options.delegations),
    readJson: options.readJson ?? createJsonReader(),
    streams: { heartbeatMs, takeTurn: createTurns(), encodeOnce: createEncodings() },
    onError: options.onError ?? (() => {}),
  };

  function card(request: Request): Response | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const { path } = placeOf(request.url);
    if (!path.startsWith(basePath) || !isCardPath(path.slice(basePath.length))) return undefined;
    return cardResponse(request, { ...factsOf(agent, request), changedAt: cardChangedAt });
  }

  function factsOf(described: AgentDescription, request: Request): CardFacts {
    const url = agent.url ?? serverAddress(request) + basePath;
    const capabilities = { pushNotifications: push !== undefined };
    return { agent: described, url, capabilities, sign: options.signer?.sign };
  }

  function answered(request: Request, principal: string, found: Found): Promise<Response> {
    const asked: Asked = {
      request,
      tasks: ownTasks(runner, { principal, agent: agent.name }),
      principal,
      version: () => requestedVersion(request.headers, found.query),
      cardOf: (version, described) => cardIn(version, factsOf(described, request)),
    };
    if (found.kind === 'json-rpc') return answerJsonRpc(asked, binding);
    return answerRest(found.route, found.query, asked, binding);
  }

  async function answer(request: Request, principal: string): Promise<Response | undefined> {
    const found = bindingIn(request, basePath, agent);
    return found && answered(request, principal, found);
  }

  const handler = async (request: Request): Promise<Response | undefined> => {
    const open = card(request);
    const found = open ? undefined : bindingIn(request, basePath, agent);
    if (!found) return open;
    const asking = principalFrom(request, principalOf, binding.onError);
    const caller = isPending(asking) ? await asking : asking;
    if (!caller.known) return strangerResponse(caller);
    // Returned as a promise it would take three microtasks in place of one.
    const response = await answered(request, caller.principal, found);
    return response;
  };
  return Object.assign(handler, { card, answer });
}

type Found =
  | { readonly kind: 'json-rpc'; readonly query: string }
  | { readonly kind: 'rest'; readonly query: string; readonly route: RestRoute };

/** The binding that a request uses; `undefined` where the path is not the agent's. */
function bindingIn(request: Request, basePath: string, agent: AgentDescription): Found | undefined {
  const { path, query } = placeOf(request.url);
  if (!path.startsWith(basePath)) return undefined;
  const place = path.slice(basePath.length);
  if (place === '' || place === '/') {
    return request.method === 'POST' ? { kind: 'json-rpc', query } : undefined;
  }
  if (isCardPath(place)) return undefined;
  const route = restRoute(place, request.method) ?? routeOfTenant(place, request.method, agent);
  return route && { kind: 'rest', query, route };
}

function routeOfTenant(
  place: string,
  method: string,
  agent: AgentDescription,
): RestRoute | undefined {
  const found = tenantInPath(place, method);
  return found && isTenant(agent, found.tenant) ? restRoute(found.path, method) : undefined;
}

/** The path and the query of an absolute URL, without the cost of parsing the rest. */
function placeOf(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return { path: '/', query: '' };
  const hash = url.indexOf('#', start);
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?', start);
  if (mark === -1 || mark > end) return { path: url.slice(start, end), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1, end) };
}

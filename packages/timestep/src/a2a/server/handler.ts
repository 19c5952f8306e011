import { withoutTrailing } from '../../core/index.ts';
import {
  createJsonReader,
  createTurns,
  principalFrom,
  strangerResponse,
  type Authenticate,
  type ReadJson,
} from '../../http/index.ts';
import type { Runner } from '../../port/index.ts';
import type { PushService } from '../push/push-service.ts';
import type { AgentDescription } from '../wire/agent-description.ts';
import { createEncodings } from './audience.ts';
import type { Asked, BindingOptions } from './binding.ts';
import { cardResponse, isCardPath } from './card-response.ts';
import { answerJsonRpc } from './json-rpc.ts';
import { operationsOf } from './operations.ts';
import { restRoute } from './rest-routes.ts';
import { answerRest } from './rest.ts';
import { requestedVersion } from './version.ts';

export interface A2AHandlerOptions {
  readonly runner: Runner;
  readonly agent: AgentDescription;
  /** Sends push notifications; absent: there are none. */
  readonly push?: PushService;
  /** Where the agent lives on its server, such as `/agents/weather`; default: at the root. */
  readonly basePath?: string;
  /**
   * Who sends a request; tasks of others do not exist for them. Whoever it gives no name, not even an
   * empty one, is refused. Default: everybody is the same.
   */
  readonly principalOf?: Authenticate;
  /** Reads bodies; shared by all that counts against one bound of unfinished ones. */
  readonly readJson?: ReadJson;
  readonly heartbeatMs?: number;
  /** Told of defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}

/** Answers the requests that are A2A's; for others there is no response. */
export type A2AHandler = (request: Request) => Promise<Response | undefined>;

/** Serves one agent over A2A 1.0 and 0.3, JSON-RPC and REST, at one address. */
export function createA2AHandler(options: A2AHandlerOptions): A2AHandler {
  const { runner, agent, push, principalOf = () => '', heartbeatMs } = options;
  const basePath = withoutTrailing(options.basePath ?? '', '/');
  const binding: BindingOptions = {
    perform: operationsOf(runner, agent.name, push),
    readJson: options.readJson ?? createJsonReader(),
    streams: { heartbeatMs, takeTurn: createTurns(), encodeOnce: createEncodings() },
    onError: options.onError ?? (() => {}),
  };

  return async (request) => {
    const { path, query } = placeOf(request.url);
    if (!path.startsWith(basePath)) return undefined;
    const place = path.slice(basePath.length);
    const { method } = request;
    if (isCardPath(place)) {
      if (method !== 'GET' && method !== 'HEAD') return undefined;
      const url = agent.url ?? new URL(request.url).origin + basePath;
      return cardResponse(request, agent, url, { pushNotifications: push !== undefined });
    }
    const isBase = place === '' || place === '/';
    const route = isBase ? undefined : restRoute(place, method);
    if (route === undefined && !(isBase && method === 'POST')) return undefined;
    const caller = await principalFrom(request, principalOf, binding.onError);
    if (!caller.known) return strangerResponse(caller);
    const asked: Asked = {
      request,
      principal: caller.principal,
      version: () => requestedVersion(request.headers, query),
    };
    return route ? answerRest(route, query, asked, binding) : answerJsonRpc(asked, binding);
  };
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

import { createMcpHandler, type ServerNotifier } from '@modelcontextprotocol/server';
import type { JsonValue } from '#core';
import type { Clock } from '#engine/port';
import { buildServer } from '../server/build-server.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { getNeededParts } from '../server/request-need.ts';
import { createAuthInfo } from '../session.ts';
import type { OpenResponseTracker } from '../../tracked-response.ts';
import { answerPlainCall, type CallDeps } from './answer-plain-call.ts';
import { createHttpExchange, type Exchange } from './exchange.ts';
import { answerListIfCacheable } from './list-cache.ts';
import { parsePlainCall, parsePlainRequest } from './plain-request.ts';

/** Serves MCP 2026-07-28. Unusual and possibly invalid requests are answered by the SDK. */
interface StatelessHandler {
  readonly answer: AnswerStateless;
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

interface StatelessOptions extends CallDeps {
  readonly compiled: () => CompiledEnvironment;
  readonly clock: Clock;
  /** Counts calls that have not ended, for which a closing server waits. */
  readonly openResponses: Pick<OpenResponseTracker, 'begin' | 'track'>;
  /** Answers requests that this handler cannot answer itself. Default: the MCP SDK. */
  readonly unusual?: AnswerStateless;
}

type AnswerStateless = (request: Request, body: JsonValue, caller: string) => Promise<Response>;

export function createStatelessHandler(options: StatelessOptions): StatelessHandler {
  const { clock, codec, callTasks, onError, openResponses } = options;
  // The MCP SDK needs a new server object for each request.
  const sdk = createMcpHandler(
    ({ requestInfo }) => {
      const { headers } = requestInfo ?? {};
      const method = headers?.get('mcp-method') ?? null;
      const need = getNeededParts(method, headers?.get('mcp-name') ?? null);
      return buildServer(options.compiled(), { era: 'modern', need, codec, callTasks, onError })
        .server;
    },
    { legacy: 'reject', ...(onError && { onerror: onError }) },
  );
  const answerBySdk: AnswerStateless = (request, body, caller) =>
    sdk.fetch(request, { parsedBody: body, authInfo: createAuthInfo(caller) });
  const { unusual = answerBySdk } = options;
  const open = new Set<Exchange>();
  return {
    answer(request, body, caller) {
      const compiled = options.compiled();
      const ask = (): Promise<Response> => {
        const answering = unusual(request, body, caller);
        return isSubscriptionRequest(request) ? answering : openResponses.track(answering);
      };
      // The hook `configure` registers features with the SDK, so the SDK answers the requests.
      if (compiled.definition.configure || request.signal.aborted) return ask();
      const plain = parsePlainRequest(body, request.headers);
      if (!plain) return ask();
      const call = parsePlainCall(plain, request.headers, compiled);
      if (!call) return answerListIfCacheable(plain, compiled.listResults, ask) ?? ask();
      const countEnded = openResponses.begin();
      const exchange = createHttpExchange(request, clock, (ended) => {
        open.delete(ended);
        countEnded();
      });
      open.add(exchange);
      const received = { request, body, authInfo: createAuthInfo(caller), compiled };
      void answerPlainCall(call, exchange, received, options);
      return exchange.response;
    },
    notify: sdk.notify,
    async close() {
      for (const exchange of open) exchange.close();
      await sdk.close();
    },
  };
}

/** Returns whether a request opens a subscription, for whose end a closing server does not wait. */
function isSubscriptionRequest(request: Request): boolean {
  return request.headers.get('mcp-method') === 'subscriptions/listen';
}

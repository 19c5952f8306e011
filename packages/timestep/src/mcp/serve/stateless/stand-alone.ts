import type { JsonValue } from '../../../core/index.ts';
import type { Clock } from '../../../port/index.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { authInfoOf } from '../session.ts';
import { answerCall, type CallDesk } from './answer-call.ts';
import { openExchange, type Exchange } from './exchange.ts';
import { keepLists } from './kept-lists.ts';
import { plainCall } from './plain-call.ts';
import { plainRequest } from './plain-request.ts';

/**
 * Answers the usual requests of the stateless era without a server for each of them. What is unusual, and
 * whatever may have to be refused, is left to the SDK, so that both say the same.
 */
export interface StandAlone {
  /** Answers a request, or asks the SDK to. */
  answer(request: Request, body: JsonValue, caller: string): Promise<Response>;
  /** Breaks off the calls that are being answered. */
  close(): void;
}

export interface StandAloneOptions extends CallDesk {
  readonly compiled: () => CompiledEnvironment;
  readonly clock: Clock;
  /** The SDK, which answers any request. */
  readonly sdk: StandAlone['answer'];
}

export function serveStandAlone(options: StandAloneOptions): StandAlone {
  const { clock, sdk } = options;
  const open = new Set<Exchange>();
  const lists = keepLists(options.compiled);
  return {
    answer(request, body, caller) {
      const compiled = options.compiled();
      const ask = (): Promise<Response> => sdk(request, body, caller);
      // What a hook has registered is the SDK's.
      if (compiled.definition.configure || request.signal.aborted) return ask();
      const plain = plainRequest(body, request.headers);
      if (!plain) return ask();
      const call = plainCall(plain, request.headers, compiled);
      if (!call) return lists.answer(plain, ask) ?? ask();
      const exchange = openExchange(request, clock, (ended) => open.delete(ended));
      open.add(exchange);
      const site = { request, body, authInfo: authInfoOf(caller), compiled };
      void answerCall(call, exchange, site, options);
      return exchange.response;
    },
    close() {
      for (const exchange of open) exchange.close();
    },
  };
}

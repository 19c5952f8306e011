import type { ServerNotifier } from '@modelcontextprotocol/server';
import type { Clock } from '../../../port/index.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { authInfoOf } from '../session.ts';
import { answerPlainCall, type CallDeps } from './answer-plain-call.ts';
import { openExchange, type Exchange } from './exchange.ts';
import { keepLists } from './kept-lists.ts';
import { plainCall } from './plain-call.ts';
import { plainRequest } from './plain-request.ts';
import { sdkAnswers, type AnswerStateless } from './sdk-answers.ts';

/**
 * Serves the revision 2026-07-28, in which each request stands alone. The usual requests are answered without a server
 * for each of them. Unusual requests, and those that may have to be refused, are read by the SDK, so that both say
 * the same.
 */
export interface StatelessHandler {
  readonly answer: AnswerStateless;
  /** Notifies clients that listen. */
  readonly notify: ServerNotifier;
  /** Breaks off what is being answered. */
  close(): Promise<void>;
}

export interface StatelessOptions extends CallDeps {
  readonly compiled: () => CompiledEnvironment;
  readonly clock: Clock;
  /** Reads unusual requests, in place of the SDK for this environment. */
  readonly unusual?: AnswerStateless;
}

export function serveStateless(options: StatelessOptions): StatelessHandler {
  const { clock } = options;
  const sdk = sdkAnswers(options.compiled, options);
  const { unusual = sdk.answer } = options;
  const open = new Set<Exchange>();
  const lists = keepLists(options.compiled);
  return {
    answer(request, body, caller) {
      const compiled = options.compiled();
      const ask = (): Promise<Response> => unusual(request, body, caller);
      // What a hook has registered is the SDK's.
      if (compiled.definition.configure || request.signal.aborted) return ask();
      const plain = plainRequest(body, request.headers);
      if (!plain) return ask();
      const call = plainCall(plain, request.headers, compiled);
      if (!call) return lists.answer(plain, ask) ?? ask();
      const exchange = openExchange(request, clock, (ended) => open.delete(ended));
      open.add(exchange);
      const site = { request, body, authInfo: authInfoOf(caller), compiled };
      void answerPlainCall(call, exchange, site, options);
      return exchange.response;
    },
    notify: sdk.notify,
    async close() {
      for (const exchange of open) exchange.close();
      await sdk.close();
    },
  };
}

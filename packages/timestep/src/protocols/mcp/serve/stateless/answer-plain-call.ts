import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  McpServer,
  type RequestStateCodec,
} from '@modelcontextprotocol/server';
import { prepareArgumentsSchema } from '#engine/tools';
import type { CallTasks } from '../call-tasks/call-task.ts';
import { supportsTasks } from '../call-tasks/supports-tasks.ts';
import { answerToolCall } from '../calls/answer-tool-call.ts';
import { createCallerContext } from '../calls/tool-context.ts';
import { INTERNAL_ERROR } from '../refusal.ts';
import { getCallTasks } from '../server/build-server.ts';
import type { Exchange } from './exchange.ts';
import type { PlainCall } from './plain-request.ts';
import { buildResultIfCertainlyValid } from './plain-result.ts';
import { createServerContext, type ReceivedCall } from './server-context.ts';

export interface CallDeps {
  readonly codec: RequestStateCodec;
  readonly callTasks: CallTasks | undefined;
  readonly onError: ((error: Error) => void) | undefined;
}

type CallOutcome = { readonly result: object } | { readonly thrown: unknown };

/** Makes a tool call and sends its response, unless the client has disconnected. Never rejects. */
export async function answerPlainCall(
  { request: plain, tool, args }: PlainCall,
  exchange: Exchange,
  received: ReceivedCall,
  { codec, callTasks, onError }: CallDeps,
): Promise<void> {
  const { id, envelope } = plain;
  const { compiled } = received;
  const { name, version, humanInLoop = false } = compiled.definition;
  try {
    const tasks = getCallTasks(compiled, { era: 'modern', callTasks });
    const request = createServerContext(plain, exchange, received);
    const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
    const facts = createCallerContext(request, { era: 'modern', capabilities }, codec);
    const caller = tasks && supportsTasks(facts) ? { ...facts, outlives: true } : facts;
    const outcome: CallOutcome = await answerToolCall(tool, args, caller, {
      tasks,
      humanInLoop,
      onError,
    }).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ thrown }),
    );
    if (exchange.signal.aborted) return;
    const result =
      'result' in outcome && buildResultIfCertainlyValid(outcome.result, { name, version });
    if (result) return exchange.end(JSON.stringify({ result, jsonrpc: '2.0', id }));
    const said = await buildResponseBySdk(outcome, received, onError);
    exchange.end(await said.text(), said.status);
  } catch (thrown) {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
    const error = { code: INTERNAL_ERROR, message: 'Internal error' };
    exchange.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }
}

const ANYTHING = prepareArgumentsSchema('tools/call', undefined).standard;

/** Lets the SDK build the response, because it validates unusual content and formats tasks and protocol errors. */
function buildResponseBySdk(
  outcome: CallOutcome,
  { request, body, authInfo, compiled }: ReceivedCall,
  onError: CallDeps['onError'],
): Promise<Response> {
  const createServer = (): McpServer => {
    const { name, version } = compiled.definition;
    const made = new McpServer({ name, version }, { capabilities: { tools: {} } });
    made.server.setRequestHandler('tools/call', { params: ANYTHING }, () => {
      if ('thrown' in outcome) throw outcome.thrown;
      return outcome.result as Record<string, unknown>;
    });
    return made;
  };
  const options = { legacy: 'reject', ...(onError && { onerror: onError }) } as const;
  return createMcpHandler(createServer, options).fetch(request, { parsedBody: body, authInfo });
}

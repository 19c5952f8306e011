import {
  CLIENT_CAPABILITIES_META_KEY,
  type AuthInfo,
  type RequestStateCodec,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../core/index.ts';
import { answerToolCall } from '../answer-tool-call.ts';
import { callTasksOf, capabilitiesOf } from '../build-server.ts';
import type { CallTasks } from '../call-tasks/call-task.ts';
import { takesTasks } from '../call-tasks/takes-tasks.ts';
import type { CompiledEnvironment } from '../compile.ts';
import { INTERNAL_ERROR } from '../refusal.ts';
import { contextOfRequest } from '../tool-context.ts';
import type { Exchange } from './exchange.ts';
import { answerBySdk, type Outcome } from './answer-by-sdk.ts';
import type { PlainCall } from './plain-call.ts';
import { plainResult } from './plain-result.ts';
import { requestContext } from './request-context.ts';

/** The HTTP request of a call, with its caller and the environment. */
export interface ReceivedCall {
  readonly request: Request;
  /** Parsed body of the request. */
  readonly body: JsonValue;
  readonly authInfo: AuthInfo;
  readonly compiled: CompiledEnvironment;
}

/** What the handler of calls depends on. */
export interface CallDeps {
  readonly codec: RequestStateCodec;
  readonly callTasks: CallTasks | undefined;
  readonly onError: ((error: Error) => void) | undefined;
}

/** Runs a tool call and sends its response, unless the client has disconnected. Never rejects. */
export async function answerPlainCall(
  { request: { id, ...plain }, tool, args }: PlainCall,
  exchange: Exchange,
  site: ReceivedCall,
  { codec, callTasks, onError }: CallDeps,
): Promise<void> {
  const { compiled } = site;
  const { name, version, humanInLoop = false } = compiled.definition;
  try {
    const tasks = callTasksOf(compiled, { era: 'modern', callTasks });
    const capabilities = (): ServerCapabilities => capabilitiesOf(compiled, tasks !== undefined);
    const request = requestContext({ id, ...plain }, exchange, { ...site, capabilities });
    const client = plain.envelope[CLIENT_CAPABILITIES_META_KEY];
    const facts = contextOfRequest(request, { era: 'modern', capabilities: client }, codec);
    const caller = tasks && takesTasks(facts) ? { ...facts, outlives: true } : facts;
    const outcome = await outcomeOf(answerToolCall(tool, args, caller, { tasks, humanInLoop }));
    if (exchange.signal.aborted) return;
    const serverInfo = { name, version };
    const result = 'result' in outcome ? plainResult(outcome.result, serverInfo) : undefined;
    if (result) return exchange.end(JSON.stringify({ result, jsonrpc: '2.0', id }));
    const said = await answerBySdk(outcome, { ...site, serverInfo }, onError);
    exchange.end(await said.text(), said.status);
  } catch (thrown) {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
    const error = { code: INTERNAL_ERROR, message: 'Internal error' };
    exchange.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }
}

async function outcomeOf(answering: Promise<object>): Promise<Outcome> {
  try {
    return { result: await answering };
  } catch (thrown) {
    return { thrown };
  }
}

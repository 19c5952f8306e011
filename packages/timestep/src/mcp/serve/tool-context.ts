import type { LoggingLevel, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server';
import { getHopCount, type AwaitedTask, type QuestionAnswer } from '../../core/index.ts';
import type { CallContext, ToolFnContext } from '../../environment/index.ts';
import { parseAnswers } from '../convert/call-data.ts';
import { ANSWERS_META, APPROVED_META, ASKS_META, ATTEMPT_META, KEY_META } from '../extension.ts';
import type { Peer } from '../handoff/peer.ts';

/** What a function of an environment that MCP serves receives with its arguments. */
export interface ToolCallContext
  extends CallerContext, Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'> {}

/** What is known of a call before its tool is run. */
export interface CallerContext extends CallContext {
  /** The caller's idempotency key, the same in every attempt; some clients send none. */
  readonly key: string | undefined;
  /** True if the caller says that a person has approved the call, or the person has said so when asked. */
  readonly approved: boolean;
  readonly answers: readonly QuestionAnswer[];
  /** What became of the tasks that this call has waited for, oldest first; empty over MCP. */
  readonly awaited: readonly AwaitedTask[];
  /**
   * What the client answered to requests for input that the tool returned (`inputRequired`), by their keys, in a
   * request as in a task.
   */
  readonly inputs: Readonly<Record<string, unknown>> | undefined;
  /** True if the caller can ask its user and make the call again with the answer. */
  readonly asks: boolean;
  /** True if the caller takes a task in place of a result, which `callTask` makes. */
  readonly outlives: boolean;
  /** How many handoffs led to this call. */
  readonly hops: number;
  /** The span of the call (W3C Trace Context): what the tool sends on is below it. */
  readonly traceparent: string | undefined;
  /** Reports the progress of the work to a waiting caller; `progress` must rise. Never fails. */
  readonly progress: (progress: number, total?: number, message?: string) => Promise<void>;
  /** Sends a log line to the caller. Never fails. */
  readonly log: (level: LoggingLevel, data: unknown) => Promise<void>;
  /** The MCP side of the call; absent when the environment is used within the process. */
  readonly mcp: McpCall | undefined;
}

/** The parts of the context that only a call over MCP has. */
export interface McpCall {
  readonly peer: Peer;
  /** The SDK's own context: input responses, authentication, the request itself. */
  readonly request: ServerContext;
  /** Signs data for `requestState`; `request.mcpReq.requestState()` reads it back. */
  readonly remember: (data: unknown) => Promise<string>;
}

/** The context of a call that came over MCP; it does not outlive its request. */
export function contextOfRequest(
  request: ServerContext,
  peer: Peer,
  codec: RequestStateCodec,
): CallerContext {
  const { _meta: meta = {}, signal } = request.mcpReq;
  const { progressToken } = meta;
  const key: unknown = meta[KEY_META];
  const attempt: unknown = meta[ATTEMPT_META];
  const traceparent: unknown = meta['traceparent'];
  return {
    signal,
    key: typeof key === 'string' ? key : undefined,
    attempt: typeof attempt === 'number' ? attempt : 1,
    approved: meta[APPROVED_META] === true,
    asks: meta[ASKS_META] === true,
    outlives: false,
    answers: parseAnswers(meta[ANSWERS_META]),
    inputs: request.mcpReq.inputResponses,
    awaited: [],
    hops: getHopCount(meta),
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    async progress(progress, total, message) {
      if (progressToken === undefined) return;
      await told(
        request.mcpReq.notify({
          method: 'notifications/progress',
          params: {
            progressToken,
            progress,
            ...(total !== undefined && { total }),
            ...(message !== undefined && { message }),
          },
        }),
      );
    },
    log: (level, data) => told(request.mcpReq.log(level, data)),
    mcp: {
      peer,
      request,
      remember: (data) => codec.mint(data, request),
    },
  };
}

/** Ignores failures to send, because the signal already reports that a caller has gone. */
async function told(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch {
    return;
  }
}

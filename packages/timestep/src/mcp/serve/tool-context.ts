import { getHopCount } from '../../core/index.ts';
import type { LoggingLevel, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server';
import type { AwaitedTask, QuestionAnswer } from '../../core/index.ts';
import type { ToolFnContext } from '../../environment/index.ts';
import type { TaskMeta, ToolContext } from '../../port/index.ts';
import { parseAnswers } from '../convert/call-data.ts';
import { ANSWERS_META, APPROVED_META, ASKS_META, ATTEMPT_META, KEY_META } from '../extension.ts';
import type { Peer } from '../handoff/strategy.ts';

/** What a tool function receives beside its arguments; ways to ask, to wait and to give as any tool has. */
export interface ToolCallContext
  extends CallFacts, Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'> {}

/** What is known of a call before its tool is run. */
export interface CallFacts {
  /** What the user answered to the questions of this call, oldest first. */
  readonly answers: readonly QuestionAnswer[];
  /**
   * What the client answered to requests for input that the tool returned (`inputRequired`), by their keys, in a
   * request as in a task.
   */
  readonly inputs: Readonly<Record<string, unknown>> | undefined;
  /** What became of the tasks that this call has waited for, oldest first; empty over MCP. */
  readonly awaited: readonly AwaitedTask[];
  /** Shows what the tool gives while it is made; absent over MCP. */
  readonly emit: ToolContext['emit'];
  /** True where the caller can ask its user and make the call again with the answer. */
  readonly asks: boolean;
  /** True where the caller takes a task in place of a result, which `callTask` makes. */
  readonly outlives: boolean;
  /** Aborts when the caller cancels or goes away. */
  readonly signal: AbortSignal;
  /** The caller's idempotency key, the same in every attempt; some clients send none. */
  readonly key: string | undefined;
  /** Counts from 1. */
  readonly attempt: number;
  /** True where the caller says that a person has approved the call. */
  readonly approved: boolean;
  /** How many handoffs led to this call. */
  readonly hops: number;
  /** The task that makes the call, where it runs in this process. */
  readonly task: TaskMeta | undefined;
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
): CallFacts {
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
    emit: undefined,
    hops: getHopCount(meta),
    task: undefined,
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

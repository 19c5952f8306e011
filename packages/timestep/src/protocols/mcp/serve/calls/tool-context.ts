import type {
  LoggingLevel,
  RequestStateCodec,
  ServerContext,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  ClientCapabilities,
} from '@modelcontextprotocol/server';
import { getHopCount, omitUndefined, type AwaitedTask, type QuestionAnswer } from '#core';
import type { CallContext, ToolFnContext } from '#engine/tools';
import type { ToolContext } from '#engine/port';
import { createTraceparent } from '#protocols/trace';
import { formatProgress } from '../../convert/progress-text.ts';
import { parseAnswers } from '../../convert/call-data.ts';
import { ANSWERS_META, APPROVED_META, ASKS_META, ATTEMPT_META, KEY_META } from '../../extension.ts';
import type { Peer } from '../../handoff/peer.ts';

/** Context for a tool of an MCP environment, its second argument. */
export interface ToolCallContext
  extends CallerContext, Pick<ToolFnContext, 'ask' | 'give' | 'waitFor'> {}

/** Facts about a call and its caller, collected before the tool runs. */
export interface CallerContext extends CallContext {
  /** The caller's idempotency key, if it sends one; it is the same in every attempt. */
  readonly key: string | undefined;
  /** Whether a user has approved the call, according to the caller or because the user was asked here. */
  readonly approved: boolean;
  readonly answers: readonly QuestionAnswer[];
  /** Results of the tasks that this call has waited for, oldest first. Empty over MCP. */
  readonly awaited: readonly AwaitedTask[];
  /** The client's responses to the tool's requests for input (`inputRequired`), by their keys. */
  readonly inputs: Readonly<Record<string, unknown>> | undefined;
  /** Whether the caller can ask its user a question and repeat the call with the answer. */
  readonly asks: boolean;
  /** Whether the caller accepts a task (from `wrapCallTask`) instead of a result. */
  readonly outlives: boolean;
  /** Number of handoffs that led to this call. */
  readonly hops: number;
  /** W3C trace context of the call, as the parent of requests that the tool sends. */
  readonly traceparent: string | undefined;
  /** Whether the caller receives progress. */
  readonly receivesProgress: boolean;
  /** Sends progress to a waiting caller. `progress` must increase each time. Never fails. */
  readonly progress: (progress: number, total?: number, message?: string) => Promise<void>;
  /** Sends a log message to the caller. Never fails. */
  readonly log: (level: LoggingLevel, data: unknown) => Promise<void>;
  /** Data of the MCP request. Undefined if the environment is used inside this process. */
  readonly mcp: McpCall | undefined;
}

/** Data of the MCP request behind a call. */
export interface McpCall {
  readonly peer: Peer;
  /** The SDK's request context: input responses, authentication, the HTTP request. */
  readonly request: ServerContext;
  /** Signs data that the client returns as `requestState` in its next request. */
  readonly remember: (data: unknown) => Promise<string>;
}

/** Creates the context of a call for a caller without support for tasks. */
export function createCallerContext(
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
    receivesProgress: progressToken !== undefined,
    // Failures to send are ignored, because the signal already reports a disconnected caller.
    async progress(progress, total, message) {
      if (progressToken === undefined) return;
      const params = omitUndefined({ progressToken, progress, total, message });
      const notification = { method: 'notifications/progress', params };
      await request.mcpReq.notify(notification).catch(() => undefined);
    },
    log: (level, data) => request.mcpReq.log(level, data).catch(() => undefined),
    mcp: { peer, request, remember: (data) => codec.mint(data, request) },
  };
}

export function createLocalContext(context: ToolContext): CallerContext {
  const { approved = false, task, answers = [], awaited = [] } = context;
  return {
    ...context,
    approved,
    answers,
    awaited,
    asks: true,
    outlives: false,
    inputs: undefined,
    hops: getHopCount(task?.metadata),
    traceparent: getCallTraceparent(context),
    receivesProgress: context.emit !== undefined,
    progress: async (progress, total, message) =>
      context.emit?.({ type: 'progress', text: formatProgress({ progress, total, message }) }),
    log: async () => {},
    mcp: undefined,
  };
}

/** Data about the client in the `_meta` of each request, since MCP 2026-07-28. */
export interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  /** Minimum severity of log messages for the client. Undefined: the client receives none. */
  readonly [LOG_LEVEL_META_KEY]?: LoggingLevel;
}

/** Returns the parent span for a call: its own span if its task runs here, otherwise that of the task. */
export function getCallTraceparent({ key, attempt, task }: ToolContext): string | undefined {
  if (task?.principal !== undefined) return createTraceparent({ key, attempt, task });
  const traceparent = task?.metadata['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}

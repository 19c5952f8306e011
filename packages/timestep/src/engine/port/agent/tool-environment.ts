import type {
  Artifact,
  AwaitedTask,
  ContentPart,
  ContextSelection,
  Dispatch,
  JsonObject,
  JsonValue,
  Message,
  Question,
  QuestionAnswer,
  ToolCall,
  TaskWait,
  ToolSchema,
  TurnSettings,
  Verdict,
} from '#core';
import type { ArtifactDelta, RecordDispatch, TaskMeta } from './agent-fn.ts';

/** Executes tools: functions of this process, an MCP server, or several of these. */
export interface ToolEnvironment {
  systemPrompt?(
    agent: string,
    signal: AbortSignal,
    turn?: TurnSettings,
  ): Promise<string | undefined>;
  listTools(
    signal: AbortSignal,
    turn?: TurnSettings,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /** Finds tools that are not in the list. A call fails if its tool is not returned. */
  findTools?(
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /** Selects context items for the newest user message. The selection is stored. */
  selectContext?(request: ContextRequest): Promise<ContextSelection> | ContextSelection;
  /** Applies the rules to a call that the model requested. Undefined if no rule applies. */
  judgeCall?(
    call: ToolInvocation,
    request: CallRulingRequest,
  ): Promise<CallRuling | undefined> | CallRuling | undefined;
  /** Calls a tool. A failure for the model is a result with `isError`, or a thrown error. */
  callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> | ToolResult;
  /** Reports the result of an interrupted call, for `replay: 'probe'`. `not-run` repeats it. */
  probeTool?(call: ToolInvocation, context: ToolContext): Promise<ProbeResult> | ProbeResult;
}

/** Input for the selection of context items. */
export interface ContextRequest extends CallRulingRequest {
  /** Transcript up to the newest user message, without the system prompt. */
  readonly messages: readonly Message[];
}

/** The task for which a call is judged. */
export interface CallRulingRequest {
  readonly task: TaskMeta;
  /** The session's settings for this turn. Undefined if the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
}

/** Decision of the rules about a call, with its reason. */
export interface CallRuling {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly arguments?: JsonObject;
}

/** A tool call with parsed arguments. */
export interface ToolInvocation {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Context of a tool call. */
export interface ToolContext {
  /** Idempotency key: the same in every attempt. Pass it on to the called service. */
  readonly key: string;
  readonly attempt: number;
  readonly approved?: boolean;
  readonly answers?: readonly QuestionAnswer[];
  readonly awaited?: readonly AwaitedTask[];
  /** How far the message of this call to a remote agent came in earlier attempts. */
  readonly dispatch?: Dispatch | undefined;
  readonly recordDispatch?: RecordDispatch | undefined;
  /** Facts about the task. Undefined if the caller is another program, such as an MCP client. */
  readonly task?: TaskMeta;
  /** The session's settings for this turn. Undefined if the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
  /** Streams an artifact for display. Only artifacts in the result count. */
  readonly emit?: (delta: ArtifactDelta) => void;
}

/** Outcome of an interrupted call as the tool reports it: its result, not run, or unknown. */
export type ProbeResult = ToolResult | 'not-run' | 'unknown';

/** Result of a tool call: what the model reads, and what the user receives beside it. */
export interface ToolResult {
  readonly content: string;
  readonly attachments?: readonly ContentPart[];
  readonly isError?: boolean;
  readonly structured?: JsonValue;
  readonly artifacts?: readonly Artifact[];
  /** Names of tools that the model can see after this result, if it did not already see all. */
  readonly offers?: readonly string[];
  /** Question to the user instead of `content`. The tool is called again with its answer. */
  readonly question?: Question;
  /**
   * Another task of the same runner and principal to wait for, instead of `content`. The tool is
   * called again with the outcome in `context.awaited`. Canceling this task cancels the other.
   */
  readonly awaits?: TaskWait;
  /** What the tool threw, beside `isError`: for `onError` of the runner, and not stored. */
  readonly thrown?: unknown;
}

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
  ShownApp,
  ToolCall,
  TaskWait,
  ToolSchema,
  TurnSettings,
  Verdict,
} from '#core';
import type { ArtifactDelta, RecordDispatch, TaskMeta, ToolProgressReport } from './agent-fn.ts';

/** Executes tools: functions of this process, the tools of an MCP server, or a combination. */
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
  /** Finds tools that `list` does not contain. If a called tool is not returned, the call fails. */
  findTools?(
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /** Selects context items for the newest user message. The selection is stored. */
  selectContext?(request: ContextRequest): Promise<ContextSelection> | ContextSelection;
  /**
   * Applies the permission rules to a call that the model requested. Undefined if no rule applies.
   */
  judgeCall?(
    call: ToolInvocation,
    request: CallRulingRequest,
  ): Promise<CallRuling | undefined> | CallRuling | undefined;
  /**
   * Calls a tool. A failure that the model receives is a result with `isError`, or a thrown error.
   */
  callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> | ToolResult;
  /** Returns what became of an interrupted call, for `replay: 'probe'`. If `not-run`, the call is repeated. */
  probeTool?(call: ToolInvocation, context: ToolContext): Promise<ProbeResult> | ProbeResult;
}

/** Input for the selection of context items. */
export interface ContextRequest extends CallRulingRequest {
  /** Transcript up to the newest user message, without the system prompt. */
  readonly messages: readonly Message[];
}

/** What the permission rules about a tool call need: its task, and the session's settings for the turn. */
export interface CallRulingRequest {
  readonly task: TaskMeta;
  /** Settings of the session for this turn. Undefined if the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
}

/** Decision of the permission rules about a call, with its reason. */
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
  /** Delivery state that earlier attempts left of this call's message to a remote agent. */
  readonly dispatch?: Dispatch | undefined;
  readonly recordDispatch?: RecordDispatch | undefined;
  /** Facts about the task. Undefined if the caller is another program, such as an MCP client. */
  readonly task?: TaskMeta;
  /** The session's settings for this turn. Undefined if the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
  /** Streams an artifact or progress for display. Only artifacts in the result count. */
  readonly emit?: (output: ArtifactDelta | ToolProgressReport) => void;
}

/** Outcome of an interrupted call as the tool reports it: its result, not run, or unknown. */
export type ProbeResult = ToolResult | 'not-run' | 'unknown';

/** Result of a tool call: the content for the model, and what the user receives in addition. */
export interface ToolResult {
  readonly content: string;
  readonly attachments?: readonly ContentPart[];
  readonly isError?: boolean;
  readonly structured?: JsonValue;
  readonly artifacts?: readonly Artifact[];
  /**
   * Names of further tools that the model can see after this result, if it does not see all tools.
   */
  readonly offers?: readonly string[];
  /** The MCP App that shows the result to people. Models receive only `content`. */
  readonly app?: ShownApp;
  /** Question to the user instead of `content`. The tool is called again with its answer. */
  readonly question?: Question;
  /**
   * Result of a tool that has no content yet: the task, of the same runner and principal, to wait for. The
   * tool is called again with the outcome in `context.awaited`. Canceling this task cancels the awaited one.
   */
  readonly awaits?: TaskWait;
  /**
   * The error that the tool threw, beside `isError`: for the runner's `onError`. It is not stored.
   */
  readonly thrown?: unknown;
}

import type {
  Artifact,
  AwaitedTask,
  ContentPart,
  ContextSelection,
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
} from '../../core/index.ts';
import type { ArtifactDelta, TaskMeta } from './agent-fn.ts';

/** Executes tools: functions of this process, an MCP server, or several of these. */
export interface ToolEnvironment {
  /** Returns the system prompt for the named agent, if the environment has one. */
  systemPrompt?(
    agent: string,
    signal: AbortSignal,
    turn?: TurnSettings,
  ): Promise<string | undefined>;
  /** Lists the tools for a turn. `turn` holds the session's settings for that turn. */
  listTools(
    signal: AbortSignal,
    turn?: TurnSettings,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /**
   * Finds the tools of calls that are not in the list, for environments that learn only from a call
   * which tools exist. A call fails if its tool is not returned.
   */
  findTools?(
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /**
   * Selects context items for the newest user message, once per message. The result is stored and
   * not computed again after a crash.
   */
  selectContext?(request: ContextRequest): Promise<ContextSelection> | ContextSelection;
  /** Applies the rules to a call that the model requested. Undefined if no rule applies. */
  judgeCall?(
    call: ToolInvocation,
    request: CallRulingRequest,
  ): Promise<CallRuling | undefined> | CallRuling | undefined;
  /**
   * Calls a tool. A failure that the model should read is a result with `isError`; a thrown error
   * becomes such a result.
   */
  callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> | ToolResult;
  /**
   * Reports what happened to a call that a crash interrupted, for tools with `replay: 'probe'`: its
   * result, `not-run` if it may be repeated, or `unknown`.
   */
  probeTool?(call: ToolInvocation, context: ToolContext): Promise<ProbeResult> | ProbeResult;
}

/** Input for the selection of context items. */
export interface ContextRequest {
  readonly task: TaskMeta;
  /** Transcript up to the newest user message, without the system prompt. */
  readonly messages: readonly Message[];
  /** The session's settings for this turn. Undefined if the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
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
  /** Arguments that replace the model's arguments. */
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
  /** True if a person, the session or the rules approved the call. */
  readonly approved?: boolean;
  /** Answers of the user to the questions of this call, oldest first. */
  readonly answers?: readonly QuestionAnswer[];
  /** Outcomes of the tasks that this call waited for, oldest first. */
  readonly awaited?: readonly AwaitedTask[];
  /** Undefined if the caller is not a Timestep task, such as another program over MCP. */
  readonly task?: TaskMeta;
  /** The session's settings for this turn. Undefined if the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
  /**
   * Streams an artifact for display while the tool produces it. Only artifacts in the result count.
   * Undefined if the caller cannot display them.
   */
  readonly emit?: (delta: ArtifactDelta) => void;
}

/** Outcome of an interrupted call as the tool reports it: its result, not run, or unknown. */
export type ProbeResult = ToolResult | 'not-run' | 'unknown';

/** Result of a tool call: what the model reads, and what the user receives beside it. */
export interface ToolResult {
  /** Text for the model. */
  readonly content: string;
  /** Images and files for the model, if it accepts them. */
  readonly attachments?: readonly ContentPart[];
  readonly isError?: boolean;
  readonly structured?: JsonValue;
  /** Artifacts for the user, in addition to the text for the model. */
  readonly artifacts?: readonly Artifact[];
  /** Names of tools that the model can see after this result, if it did not already see all. */
  readonly offers?: readonly string[];
  /**
   * Question to the user that the tool needs answered. `content` is ignored, the task waits, and
   * the tool is called again with the answer in `context.answers`.
   */
  readonly question?: Question;
  /**
   * Another task of the same runner and principal that the tool waits for. `content` is ignored and
   * the call uses no memory. When that task ends, needs input or times out, the tool is called
   * again with the outcome in `context.awaited`. Canceling the waiting task also cancels the other
   * task.
   */
  readonly awaits?: TaskWait;
}

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
} from '../core/index.ts';
import type { ArtifactDelta, TaskMeta } from './agent-fn.ts';

/** Executes tools: plain functions, an MCP server, or several of them. */
export interface ToolEnvironment {
  /** The system prompt for an agent of that name, where the environment has one. */
  systemPrompt?(
    agent: string,
    signal: AbortSignal,
    turn?: TurnSettings,
  ): Promise<string | undefined>;
  /** `turn` is what a session gave to the turn that the tools are for. */
  listTools(
    signal: AbortSignal,
    turn?: TurnSettings,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /**
   * The tools of calls that name none of the list: for environments that learn only from a call which
   * tools there are. A call whose tool it does not return cannot be made.
   */
  findTools?(
    calls: readonly ToolCall[],
    signal: AbortSignal,
  ): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
  /**
   * Chooses what the model is to know in answer to the newest message of the user, once for each
   * message; what it returns is kept, and is not chosen again after a crash.
   */
  selectContext?(request: ContextRequest): Promise<ContextSelection> | ContextSelection;
  /**
   * Says what the rules are for a call that the model asked for; `undefined` where they say nothing.
   */
  judgeCall?(
    call: ToolInvocation,
    request: JudgeRequest,
  ): Promise<Judgement | undefined> | Judgement | undefined;
  /**
   * A failure that the model should read is a result with `isError`; a thrown error becomes one.
   */
  callTool(call: ToolInvocation, context: ToolContext): Promise<ToolResult> | ToolResult;
  /**
   * Reports what happened to a call that a crash cut off, for tools with `replay: 'probe'`: its
   * result, `not-run` where it may be made again, `unknown` where the tool does not know.
   */
  probeTool?(call: ToolInvocation, context: ToolContext): Promise<Probed> | Probed;
}

/** What an environment chooses context for. */
export interface ContextRequest {
  readonly task: TaskMeta;
  /** The transcript up to the newest message of the user, without the system prompt. */
  readonly messages: readonly Message[];
  /** What the session gave to the turn; absent where the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
}

/** What an environment judges a call for. */
export interface JudgeRequest {
  readonly task: TaskMeta;
  /** What the session gave to the turn; absent where the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
}

/** What the rules say about a call, and why. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
  /** Takes the place of the model's arguments. */
  readonly arguments?: JsonObject;
}

/** One call of a tool, with its arguments read. */
export interface ToolInvocation {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What a tool gets with its arguments. */
export interface ToolContext {
  /** The same in every attempt: pass it on as an idempotency key. */
  readonly key: string;
  readonly attempt: number;
  /** True where a person, the session or the rules have approved the call. */
  readonly approved?: boolean;
  /** What the user answered to the questions of this call, oldest first. */
  readonly answers?: readonly QuestionAnswer[];
  /** What became of the tasks that this call has waited for, oldest first. */
  readonly awaited?: readonly AwaitedTask[];
  /** Absent where the caller is not a task of Timestep, such as another program over MCP. */
  readonly task?: TaskMeta;
  /** What the session gave to the turn; absent where the context has no session. */
  readonly turn?: TurnSettings;
  readonly signal: AbortSignal;
  /**
   * Shows what the tool gives while it is made. For display only: the artifacts of the result count.
   * Absent where the caller cannot show it.
   */
  readonly emit?: (delta: ArtifactDelta) => void;
}

/**
 * What a tool says about a call that was cut off: its result, that it was not made, or that nothing
 * is known.
 */
export type Probed = ToolResult | 'not-run' | 'unknown';

/** The outcome of a call of a tool. */
export interface ToolResult {
  /** What the model reads. */
  readonly content: string;
  /** Images and files that the model is shown with the content, where it can see or hear them. */
  readonly attachments?: readonly ContentPart[];
  readonly isError?: boolean;
  readonly structured?: JsonValue;
  /** What the tool gives to the user, beside what the model reads. */
  readonly artifacts?: readonly Artifact[];
  /** Names of tools that the model sees from now on, where it did not see all. */
  readonly offers?: readonly string[];
  /**
   * The tool cannot return before the user answers: `content` is not read, the task waits, and the tool
   * is called again with the answer in `context.answers`.
   */
  readonly question?: Question;
  /**
   * The tool cannot return before another task of the same runner and principal has ended or waits for
   * a person or a client, or the time is over: `content` is not read, the call takes no room in memory, and the tool is
   * called again with what became of it in `context.awaited`. Canceling the task that waits cancels the
   * other one.
   */
  readonly awaits?: TaskWait;
}

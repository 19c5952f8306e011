import type { JsonObject, JsonValue, ToolSchema } from '../core/index.ts';
import type { TaskMeta } from './agent-fn.ts';

/** Executes tools: plain functions, an MCP server, or several of them. */
export interface ToolEnvironment {
  /** The system prompt for an agent of that name, where the environment has one. */
  systemPrompt?(agent: string, signal: AbortSignal): Promise<string | undefined>;
  listTools(signal: AbortSignal): Promise<readonly ToolSchema[]> | readonly ToolSchema[];
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
  /** True where a person has approved the call. */
  readonly approved?: boolean;
  /** Absent where the caller is not a task of Timestep, such as another program over MCP. */
  readonly task?: TaskMeta;
  readonly signal: AbortSignal;
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
  readonly isError?: boolean;
  readonly structured?: JsonValue;
}

import type { Icon, ToolAnnotations } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue, Question, Replay } from '../core/index.ts';
import type { ProbeResult, ToolContext } from '../port/index.ts';
import type { ArgumentsOf, SchemaLike } from './schema.ts';
import type { ToolFnContext } from './tool-fn-context.ts';

/**
 * The function of a tool. The model receives its return value: a string unchanged, anything else as
 * JSON. The result of `context.ask` asks the user.
 */
export type ToolFn = (args: JsonObject, context: ToolFnContext) => unknown;

/** Display fields of tools, prompts and resources, for the user interfaces of MCP clients. */
export interface DisplayFields {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Metadata that clients receive unchanged, such as `ui` of MCP Apps (MCP, `_meta`). */
  readonly meta?: JsonObject;
}

/** Description of a tool for the model, and the rules for its calls. */
interface ToolTraits extends DisplayFields {
  /** Schema of the result. A result that does not match is an error. */
  readonly output?: SchemaLike;
  /**
   * How a call is repeated after a crash. Default: `never`; over MCP, derived from the annotations.
   */
  readonly replay?: Replay;
  /**
   * Whether a person must approve each call. Default: false; over MCP, the option `humanInLoop`.
   */
  readonly needsApproval?: boolean;
  /** MCP annotations of the tool. */
  readonly annotations?: ToolAnnotations;
  /**
   * Whether calls over MCP become tasks that outlive their requests, if the server stores tasks
   * (MCP's tasks extension). `optional`: for clients that support tasks. `required`: other clients
   * are refused. `forbidden`: never. Default: `forbidden`.
   */
  readonly task?: 'optional' | 'required' | 'forbidden';
}

/**
 * A tool: its description for the model, and its function. `Context` is the type of context that
 * the function needs; in environments served over MCP it is a `ToolCallContext`.
 */
export interface Tool<Args = JsonObject, Context = ToolFnContext> extends ToolTraits {
  /** Name of the tool, required in an array of tools. In a record of tools, the key is the name. */
  readonly name?: string;
  /**
   * Schema of the arguments, an object. The arguments of each call are checked against it. Default:
   * any object.
   */
  readonly input?: SchemaLike;
  /** Alias of `input`, as in the AI SDK and MCP. */
  readonly inputSchema?: SchemaLike;
  /** Alias of `input`, as in OpenAI function tools. */
  readonly parameters?: SchemaLike;
  /**
   * Runs the tool with the validated arguments. The model reads the return value, a string
   * unchanged and anything else as JSON, or the message of a thrown error.
   */
  readonly execute: (args: Args, context: Context) => unknown;
  /**
   * For `replay: 'probe'`: returns the result of the earlier call with the key in `context`. Runs
   * in the process.
   */
  readonly probe?: (args: Args, context: ToolContext) => Promise<ProbeResult> | ProbeResult;
  /**
   * Runs in the request before a call over MCP becomes a task, once per round. If it returns a
   * request for input (`inputRequired`), the client is asked, and the tool receives the responses
   * as `context.inputs`.
   */
  readonly beforeTask?: (args: Args, context: Context) => unknown;
  /**
   * Returns the result over MCP if the user dismisses a question of the tool. Default: an error
   * that names the question.
   */
  readonly unanswered?: (question: Question, context: Context) => unknown;
}

/** A tool with a name, for an array of tools. */
export type NamedTool = Tool & { readonly name: string };

/** Tools by name. A bare function accepts any object. */
export type ToolSet = { readonly [name: string]: Tool | ToolFn };

/**
 * Definition of a tool: its description for the model, its function, and its replay after a crash.
 */
export interface ToolOptions<Input extends SchemaLike> extends Omit<
  Tool<ArgumentsOf<Input>>,
  'input' | 'inputSchema' | 'parameters'
> {
  /**
   * Schema of the arguments: a schema of zod 4, any Standard Schema that converts itself to JSON
   * Schema, or a JSON Schema. Default: any object.
   */
  readonly input?: Input;
  /** Alias of `input`, as in the AI SDK and MCP. */
  readonly inputSchema?: Input;
  /** Alias of `input`, as in OpenAI function tools. */
  readonly parameters?: Input;
}

/** Returns the schema of a tool's arguments, whichever alias it uses. */
export function getInputSchema({
  input,
  inputSchema,
  parameters,
}: { readonly [Spelling in 'input' | 'inputSchema' | 'parameters']?: SchemaLike | undefined }):
  | SchemaLike
  | undefined {
  return input ?? inputSchema ?? parameters;
}

/** Wraps a bare function as a tool; returns a tool unchanged. */
export function toTool<Given extends Tool<never, never>>(given: Given | ToolFn): Given | Tool {
  return typeof given === 'function' ? { execute: given } : given;
}

/** Converts a tool's return value to text for the model. */
export function valueToText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null) ?? 'null';
}

/** Returns a tool's return value if it is an object or an array, otherwise `undefined`. */
export function getStructuredContent(value: unknown): JsonValue | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
}

import type { Icon, ToolAnnotations } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue, Question, Replay } from '../core/index.ts';
import type { ProbeResult, ToolContext } from '../port/index.ts';
import type { ArgumentsOf, SchemaLike } from './schema.ts';
import type { ToolFnContext } from './tool-fn-context.ts';

/**
 * A tool's function. The model receives what it returns: text as it is, anything else as JSON; what
 * `context.ask` returns asks the user.
 */
export type ToolFn = (args: JsonObject, context: ToolFnContext) => unknown;

/** What tools, prompts and resources say of themselves to the front ends of clients over MCP. */
export interface ShownFields {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Passed on to clients unchanged, such as `ui` of MCP Apps (MCP, `_meta`). */
  readonly meta?: JsonObject;
}

/** The description of a tool for the model, and the rules for its calls. */
interface ToolTraits extends ShownFields {
  /** The schema of what the tool returns. A result that does not match it is an error. */
  readonly output?: SchemaLike;
  /** What may be done with a call that a crash cut off. Default `never`; over MCP what the annotations imply. */
  readonly replay?: Replay;
  /** A person decides about each call before it is made. Default false; over MCP as `humanInLoop` says. */
  readonly needsApproval?: boolean;
  /** What MCP says of the tool beside its description. */
  readonly annotations?: ToolAnnotations;
  /**
   * Whether calls over MCP are tasks that outlive their requests, where the server keeps tasks (MCP's tasks
   * extension): `optional`, for clients that take tasks; `required`, and other clients are refused; `forbidden`,
   * the default.
   */
  readonly task?: 'optional' | 'required' | 'forbidden';
}

/**
 * A tool: its description for the model, and its function, wherever it is called. `Context` says what the function
 * counts on: in environments that MCP serves it is a `ToolCallContext`.
 */
export interface Tool<Args = JsonObject, Context = ToolFnContext> extends ToolTraits {
  /** The tool's name, needed in an array of tools. In a record of tools, the key is the name. */
  readonly name?: string;
  /**
   * The schema of the arguments, an object. The arguments of each call are checked against it. Default: any
   * object.
   */
  readonly input?: SchemaLike;
  /** The same as `input`, in the spelling of the AI SDK and MCP. */
  readonly inputSchema?: SchemaLike;
  /** The same as `input`, in the spelling of OpenAI's functions. */
  readonly parameters?: SchemaLike;
  /**
   * Receives the arguments as its schema returns them. The model reads what it returns, text unchanged and anything
   * else as JSON, and the message of what it throws.
   */
  readonly execute: (args: Args, context: Context) => unknown;
  /** For `replay: 'probe'`: reports what happened to the call with this key, within the process. */
  readonly probe?: (args: Args, context: ToolContext) => Promise<ProbeResult> | ProbeResult;
  /**
   * Runs in the request before a call over MCP becomes a task, once in each round: a request for input that it
   * returns (`inputRequired`) is asked there, and the responses reach the tool as `context.inputs`.
   */
  readonly beforeTask?: (args: Args, context: Context) => unknown;
  /**
   * The result over MCP if a person leaves a question of the tool unanswered. Default: an error in words.
   */
  readonly unanswered?: (question: Question, context: Context) => unknown;
}

/** A tool with its own name, as an array of tools holds it. */
export type NamedTool = Tool & { readonly name: string };

/** Tools by name; a bare function takes any object. */
export type ToolSet = { readonly [name: string]: Tool | ToolFn };

/**
 * The definition of a tool: its description for the model, its function, and what may be done after
 * a crash.
 */
export interface ToolOptions<Input extends SchemaLike> extends Omit<
  Tool<ArgumentsOf<Input>>,
  'input' | 'inputSchema' | 'parameters'
> {
  /**
   * The schema of the arguments: of zod 4, any Standard Schema that converts itself to JSON Schema, or a JSON
   * Schema. Default: any object.
   */
  readonly input?: Input;
  /** The same as `input`, in the spelling of the AI SDK and MCP. */
  readonly inputSchema?: Input;
  /** The same as `input`, in the spelling of OpenAI's functions. */
  readonly parameters?: Input;
}

/** Returns the schema of a tool's arguments under any of its three spellings. */
export function getInputSchema({
  input,
  inputSchema,
  parameters,
}: { readonly [Spelling in 'input' | 'inputSchema' | 'parameters']?: SchemaLike | undefined }):
  | SchemaLike
  | undefined {
  return input ?? inputSchema ?? parameters;
}

/** A tool of a set, which may be a bare function. */
export function toolOf<Given extends Tool<never, never>>(given: Given | ToolFn): Given | Tool {
  return typeof given === 'function' ? { execute: given } : given;
}

/** A tool's return value as text for the model. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null) ?? 'null';
}

/** A tool's return value as data, where it is an object or a list. */
export function structuredOf(value: unknown): JsonValue | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
}

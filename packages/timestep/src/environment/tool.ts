import type { JsonObject, JsonValue, Replay } from '../core/index.ts';
import type { ProbeResult, ToolContext } from '../port/index.ts';
import type { ArgumentsOf, SchemaLike } from './schema.ts';
import type { ToolFnContext } from './tool-fn-context.ts';

/**
 * A tool's function. The model receives what it returns: text as it is, anything else as JSON; what
 * `context.ask` returns asks the user.
 */
export type ToolFn = (args: JsonObject, context: ToolFnContext) => unknown;

/** The description of a tool for the model, and the rules for its calls. */
export interface ToolTraits {
  readonly description?: string;
  /** The schema of what the tool returns. A result that does not match it is an error. */
  readonly output?: SchemaLike;
  /** What may be done with a call that a crash cut off. Default `never`. */
  readonly replay?: Replay;
  /** A person decides about each call before it is made. Default false. */
  readonly needsApproval?: boolean;
  /** Whether calls over MCP are tasks that outlive their requests. Default `forbidden`. */
  readonly task?: 'optional' | 'required' | 'forbidden';
}

/** A tool: its description for the model, and its function. */
export interface Tool extends ToolTraits {
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
  readonly execute: ToolFn;
  /** For `replay: 'probe'`: reports what happened to the call with this key. */
  readonly probe?: (args: JsonObject, context: ToolContext) => Promise<ProbeResult> | ProbeResult;
}

/** A tool with its own name, as an array of tools holds it. */
export type NamedTool = Tool & { readonly name: string };

/** Tools by name; a bare function takes any object. */
export type ToolSet = { readonly [name: string]: Tool | ToolFn };

/**
 * The definition of a tool: its description for the model, its function, and what may be done after
 * a crash.
 */
export interface ToolOptions<Input extends SchemaLike> extends ToolTraits {
  /** The tool's name, needed in an array of tools. In a record of tools, the key is the name. */
  readonly name?: string;
  /**
   * The schema of the arguments: of zod 4, any Standard Schema that converts itself to JSON Schema, or a JSON
   * Schema. Default: any object.
   */
  readonly input?: Input;
  /** The same as `input`, in the spelling of the AI SDK and MCP. */
  readonly inputSchema?: Input;
  /** The same as `input`, in the spelling of OpenAI's functions. */
  readonly parameters?: Input;
  readonly execute: (args: ArgumentsOf<Input>, context: ToolFnContext) => unknown;
  /** For `replay: 'probe'`: reports what happened to the call with this key. */
  readonly probe?: (
    args: ArgumentsOf<Input>,
    context: ToolContext,
  ) => Promise<ProbeResult> | ProbeResult;
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

/** A tool's return value as text for the model. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null) ?? 'null';
}

/** A tool's return value as data, where it is an object or a list. */
export function structuredOf(value: unknown): JsonValue | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
}

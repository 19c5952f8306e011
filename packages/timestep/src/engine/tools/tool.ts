import type { Icon, ToolAnnotations } from '@modelcontextprotocol/server';
import { parseJson, type JsonObject, type JsonValue, type Question, type Replay } from '#core';
import type { ProbeResult, ToolContext } from '#engine/port';
import type { ArgumentsOf, SchemaLike } from './schema.ts';
import type { ToolFnContext } from './tool-fn-context.ts';
import { formatUnwritableValue } from './unwritable-value.ts';

/** The function of a tool. The model receives its value: strings unchanged, others as JSON. */
export type ToolFn = (args: JsonObject, context: ToolFnContext) => unknown;

/** Display fields of tools, prompts and resources, for the user interfaces of MCP clients. */
export interface DisplayFields {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Metadata that clients receive unchanged, such as `ui` of MCP Apps (MCP, `_meta`). */
  readonly meta?: JsonObject;
}

interface ToolTraits extends DisplayFields {
  /** Schema of the result. A result that does not match is an error. */
  readonly output?: SchemaLike;
  /**
   * Whether a tool call that a crash interrupted may be repeated. Default: `never`; over MCP, from the tool's
   * annotations.
   */
  readonly replay?: Replay;
  /** Whether a person must approve each call. Default: false; over MCP, `humanInLoop`. */
  readonly needsApproval?: boolean;
  readonly annotations?: ToolAnnotations;
  /**
   * Whether MCP calls become tasks: always (`required`), if the client supports it, or never.
   * Default: `forbidden`.
   */
  readonly task?: 'optional' | 'required' | 'forbidden';
}

/** A tool. In environments served over MCP, `Context` is a `ToolCallContext`. */
export interface Tool<Args = JsonObject, Context = ToolFnContext> extends ToolTraits {
  /** Name of the tool, required in an array of tools. In a record of tools, the key is the name. */
  readonly name?: string;
  /** Schema of the arguments object, which is checked before each call. Default: any object. */
  readonly input?: SchemaLike;
  /** Alias of `input`, as in the AI SDK and MCP. */
  readonly inputSchema?: SchemaLike;
  /** Alias of `input`, as in OpenAI function tools. */
  readonly parameters?: SchemaLike;
  /**
   * Runs the tool. The model receives its value (strings unchanged, others as JSON) or its error.
   */
  readonly execute: (args: Args, context: Context) => unknown;
  /** For `replay: 'probe'`: returns the result of an earlier call that had the same key as `context`. */
  readonly probe?: (args: Args, context: ToolContext) => Promise<ProbeResult> | ProbeResult;
  /**
   * Called before an MCP call becomes a task. It can return `inputRequired` to ask a client for
   * `context.inputs`.
   */
  readonly beforeTask?: (args: Args, context: Context) => unknown;
  /** Returns the result of an MCP call whose question the user dismissed. Default: an error. */
  readonly unanswered?: (question: Question, context: Context) => unknown;
}

/** A tool with a name, for an array of tools. */
export type NamedTool = Tool & { readonly name: string };

/** Tools by name. A bare function accepts any object. */
export type ToolSet = { readonly [name: string]: Tool | ToolFn };

/** Options of `tool()`: those of a tool, with a function whose arguments have the type of the schema. */
export interface ToolOptions<Input extends SchemaLike> extends Omit<
  Tool<ArgumentsOf<Input>>,
  'input' | 'inputSchema' | 'parameters'
> {
  /** Schema of the arguments: zod 4, a Standard Schema, or a JSON Schema. Default: any object. */
  readonly input?: Input;
  /** Alias of `input`, as in the AI SDK and MCP. */
  readonly inputSchema?: Input;
  /** Alias of `input`, as in OpenAI function tools. */
  readonly parameters?: Input;
}

/** Returns the schema of a tool's arguments, from `input`, `inputSchema` or `parameters`. */
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

/**
 * A tool's return value: as text for the model, and also as data if it is an object or an array.
 */
export interface FormattedValue {
  readonly content: string;
  readonly structured: JsonValue | undefined;
}

/** Formats a tool's return value. Remarks replace the parts that JSON cannot represent. */
export function formatValue(value: unknown): FormattedValue {
  if (typeof value === 'string') return { content: value, structured: undefined };
  try {
    const content = JSON.stringify(value ?? null) ?? 'null';
    const isData = typeof value === 'object' && value !== null;
    return { content, structured: isData ? (value as JsonValue) : undefined };
  } catch {
    const content = formatUnwritableValue(value);
    return { content, structured: parseJson(content) };
  }
}

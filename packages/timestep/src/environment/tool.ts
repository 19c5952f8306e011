import type { JsonObject, JsonValue, Replay } from '../core/index.ts';
import type { Probed, ToolContext } from '../port/index.ts';
import type { ArgumentsOf, SchemaLike } from './schema.ts';

/** A tool's function. What it returns is told to the model: text as it is, anything else as JSON. */
export type ToolFn = (args: JsonObject, context: ToolContext) => unknown;

/** What the model is told of a tool, and what may be done with its calls. */
interface ToolTraits {
  readonly description?: string;
  /** What it returns, where it promises a form. What it returns otherwise is an error. */
  readonly output?: SchemaLike;
  /** What may be done about a call that a crash cut off. Default `never`. */
  readonly replay?: Replay;
  /** A person decides about each call before it is made. Default false. */
  readonly needsApproval?: boolean;
}

/** A tool: what the model is told of it, and what it does. */
export interface Tool extends ToolTraits {
  /** The arguments, an object, which are checked before each call. Absent: any object. */
  readonly input?: SchemaLike;
  /** The same as `input` in JSON Schema, by the name that OpenAI's functions have for it. */
  readonly parameters?: JsonObject;
  readonly execute: ToolFn;
  /** For `replay: 'probe'`: what became of the call with this key. */
  readonly probe?: (args: JsonObject, context: ToolContext) => Promise<Probed> | Probed;
}

/** Tools by name; a bare function takes any object. */
export type ToolSet = { readonly [name: string]: Tool | ToolFn };

/**
 * The definition of a tool: what the model reads, what the tool does, and what may be done after a
 * crash.
 */
export interface ToolOptions<Input extends SchemaLike> extends ToolTraits {
  /** zod 4, any Standard Schema that shows itself as JSON Schema, or JSON Schema. Absent: any object. */
  readonly input?: Input;
  readonly execute: (args: ArgumentsOf<Input>, context: ToolContext) => unknown;
  /** For `replay: 'probe'`: what became of the call with this key. */
  readonly probe?: (args: ArgumentsOf<Input>, context: ToolContext) => Promise<Probed> | Probed;
}

/** A tool whose functions are given arguments of the type that its schema describes. */
export function tool<Input extends SchemaLike = JsonObject>(options: ToolOptions<Input>): Tool {
  // Sound, because whoever calls a tool gives it what its own schema made of the arguments.
  return options as ToolTraits &
    Pick<ToolOptions<Input>, 'input'> &
    Pick<Tool, 'execute' | 'probe'>;
}

/** What a model reads of a tool's return value. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null) ?? 'null';
}

/** The same value as data, where it is data. */
export function structuredOf(value: unknown): JsonValue | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
}

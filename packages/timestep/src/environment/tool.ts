import type { JsonObject, JsonValue, Replay } from '../core/index.ts';
import type { Probed, ToolContext } from '../port/index.ts';

/** A tool's function. What it returns is told to the model: text as it is, anything else as JSON. */
export type ToolFn = (args: JsonObject, context: ToolContext) => unknown;

/** A tool: what the model is told of it, and what it does. */
export interface Tool {
  readonly description?: string;
  /** JSON Schema of the arguments; absent means any object. */
  readonly parameters?: JsonObject;
  /** What may be done about a call that a crash cut off. Default `never`. */
  readonly replay?: Replay;
  /** A person decides about each call before it is made. Default false. */
  readonly needsApproval?: boolean;
  readonly execute: ToolFn;
  /** For `replay: 'probe'`: what became of the call with this key. */
  readonly probe?: (args: JsonObject, context: ToolContext) => Promise<Probed> | Probed;
}

/** Tools by name; a bare function takes any object. */
export type ToolSet = { readonly [name: string]: Tool | ToolFn };

/** What a model reads of a tool's return value. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null) ?? 'null';
}

/** The same value as data, where it is data. */
export function structuredOf(value: unknown): JsonValue | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
}

import type { JsonObject } from '#core';
import { requireValidToolOptions } from './require-valid-tool.ts';
import type { SchemaLike } from './schema.ts';
import type { NamedTool, Tool, ToolOptions } from './tool.ts';

/** Defines a tool whose arguments have the type of its schema. Throws `ToolError`. */
export function tool<Input extends SchemaLike = JsonObject>(
  options: ToolOptions<Input> & { readonly name: string },
): NamedTool;
export function tool<Input extends SchemaLike = JsonObject>(options: ToolOptions<Input>): Tool;
export function tool<Input extends SchemaLike>(options: ToolOptions<Input>): Tool {
  requireValidToolOptions(options);
  // The cast is sound: callers only pass arguments that the tool's schema has validated.
  return options as Omit<ToolOptions<Input>, 'execute' | 'probe' | 'beforeTask'> &
    Pick<Tool, 'execute' | 'probe' | 'beforeTask'>;
}

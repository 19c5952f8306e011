import type { ToolSchema } from '../core/index.ts';
import { hoistArguments, hoistResult, type HoistedSchema } from './schema.ts';
import { getInputSchema, toolOf, type Tool, type ToolFn } from './tool.ts';

/** A tool whose schemas have been converted once. */
export interface CompiledTool {
  readonly name: string;
  readonly tool: Tool<never, never>;
  readonly input: HoistedSchema;
  readonly output: HoistedSchema | undefined;
  /** The tool as models see it. */
  readonly schema: ToolSchema;
}

/** Converted tools: an episode takes its tools anew each time, and converting one costs more than calling it. */
const known = new WeakMap<Tool<never, never> | ToolFn, CompiledTool>();

/** Throws `ToolError` if a schema cannot be used. A tool is converted once. */
export function compileTool(name: string, given: Tool<never, never> | ToolFn): CompiledTool {
  const before = known.get(given);
  if (before?.name === name) return before;
  const tool: Tool<never, never> = toolOf(given);
  const hoisted = before ?? {
    input: hoistArguments(name, getInputSchema(tool)),
    output: hoistResult(name, tool.output),
  };
  const schema = toolSchemaOf(name, tool, hoisted.input);
  const compiled = { name, tool, input: hoisted.input, output: hoisted.output, schema };
  known.set(given, compiled);
  return compiled;
}

function toolSchemaOf(name: string, tool: Tool<never, never>, input: HoistedSchema): ToolSchema {
  const { description, replay, needsApproval } = tool;
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(needsApproval && { needsApproval }),
    function: { name, ...(description && { description }), parameters: input.json },
  };
}

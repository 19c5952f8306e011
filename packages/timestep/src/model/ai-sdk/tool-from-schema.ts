import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { ToolSchema } from '../../core/index.ts';
import { SAME_NAMES, type ToolNames } from './tool-names.ts';

/** A tool as the AI SDK's provider packages take it. */
export function toolFromSchema(
  { function: tool }: ToolSchema,
  names: ToolNames = SAME_NAMES,
): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name: names.toProvider(tool.name),
    inputSchema: tool.parameters,
    ...(tool.description !== undefined && { description: tool.description }),
    ...(tool.strict !== undefined && { strict: tool.strict }),
  };
}

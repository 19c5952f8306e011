import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { omitUndefined, type ToolSchema } from '#core';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';

export function schemaToAiSdkTool(
  { function: tool }: ToolSchema,
  names: ToolNameMap = IDENTITY_NAMES,
): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name: names.toProviderName(tool.name),
    inputSchema: tool.parameters,
    ...omitUndefined({ description: tool.description, strict: tool.strict }),
  };
}

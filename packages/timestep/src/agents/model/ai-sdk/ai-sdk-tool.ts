import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { omitUndefined, type ToolSchema } from '#core';
import { toPortableSchema, type ToPortableSchema } from '../request/portable-schema.ts';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';

export function schemaToAiSdkTool(
  { function: tool }: ToolSchema,
  names: ToolNameMap = IDENTITY_NAMES,
  toPortable: ToPortableSchema = toPortableSchema,
): LanguageModelV4FunctionTool {
  const { schema: inputSchema, note } = toPortable(tool.parameters);
  const description = note === undefined ? tool.description : `${tool.description ?? ''}\n${note}`;
  return {
    type: 'function',
    name: names.toProviderName(tool.name),
    inputSchema,
    ...omitUndefined({ description: description?.trim() || undefined, strict: tool.strict }),
  };
}

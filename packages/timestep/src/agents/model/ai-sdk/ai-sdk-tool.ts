import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { ToolSchema } from '#core';
import { cleanText } from '../request/transcript/clean-text.ts';
import { createSchemaConverter, type ToPortableSchema } from '../request/tools/portable-schema.ts';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';

const ANY_SCHEMAS = { schemas: 'json-schema', strict: 'any' } as const;

export function schemaToAiSdkTool(
  { function: tool }: ToolSchema,
  names: ToolNameMap = IDENTITY_NAMES,
  toPortable: ToPortableSchema = createSchemaConverter(ANY_SCHEMAS),
): LanguageModelV4FunctionTool {
  const { schema: inputSchema, note, strict } = toPortable(tool.parameters, tool.strict);
  const own = tool.description ?? '';
  const description = cleanText(note === undefined ? own : `${own}\n${note}`).trim();
  return {
    type: 'function',
    name: names.toProviderName(tool.name),
    inputSchema,
    ...(description !== '' && { description }),
    ...(tool.strict !== undefined && { strict }),
  };
}

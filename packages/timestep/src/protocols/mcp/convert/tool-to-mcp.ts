import type { Tool } from '@modelcontextprotocol/client';
import { omitUndefined, type ToolSchema } from '#core';

/** Converts a model's tool schema to an MCP tool, whose schema must have the type `object`. */
export function toolToMcp(schema: ToolSchema): Tool {
  const { name, description, parameters } = schema.function;
  const inputSchema = { ...parameters, type: 'object' } as const;
  const icons = schema.icons as unknown as Tool['icons'];
  const _meta = schema.meta && { ...schema.meta };
  return omitUndefined({ name, description, inputSchema, icons, _meta });
}

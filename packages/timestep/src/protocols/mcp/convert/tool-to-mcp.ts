import type { Tool } from '@modelcontextprotocol/client';
import type { ToolSchema } from '#core';

/** Converts a model's tool schema to an MCP tool, whose schema must have the type `object`. */
export function toolToMcp(schema: ToolSchema): Tool {
  const { name, description, parameters } = schema.function;
  return {
    name,
    ...(description !== undefined && { description }),
    inputSchema: { ...parameters, type: 'object' },
    ...(schema.icons && { icons: schema.icons as unknown as NonNullable<Tool['icons']> }),
    ...(schema.meta && { _meta: { ...schema.meta } }),
  };
}

import type { Tool } from '@modelcontextprotocol/client';
import type { ToolSchema } from '../../core/index.ts';

/** A tool for models as an MCP tool. MCP requires schemas whose type is `object`. */
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

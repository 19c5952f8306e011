import type { Tool } from '@modelcontextprotocol/client';
import type { ToolSchema } from '../../core/index.ts';

/** A tool as models are shown it, as an MCP tool. MCP wants schemas of objects and says so. */
export function toolToMcp(schema: ToolSchema): Tool {
  const { name, description, parameters } = schema.function;
  return {
    name,
    ...(description !== undefined && { description }),
    inputSchema: { ...parameters, type: 'object' },
  };
}

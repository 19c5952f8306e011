import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject, ToolSchema } from '../../core/index.ts';

/** An MCP tool as a model is shown it. Titles, icons and output schemas are not for models. */
export function toolFromMcp(tool: Tool): ToolSchema {
  const { name, description, inputSchema } = tool;
  return {
    type: 'function',
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters: inputSchema as JsonObject,
    },
  };
}

import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject, ToolSchema } from '../../core/index.ts';
import { needsApprovalOf, replayOfTool } from './tool-meta.ts';

/**
 * An MCP tool as a model receives it. Titles, icons and output schemas are not for models, nor is
 * the name of the schema's dialect, which some providers refuse.
 */
export function toolFromMcp(
  tool: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations' | '_meta'>,
): ToolSchema {
  const { name, description, inputSchema } = tool;
  const replay = replayOfTool(tool);
  const { $schema: _dialect, ...parameters } = inputSchema as JsonObject;
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(needsApprovalOf(tool) && { needsApproval: true }),
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters,
    },
  };
}

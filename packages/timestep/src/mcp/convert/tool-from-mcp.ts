import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject, ToolSchema } from '../../core/index.ts';
import { foreignMeta, needsApprovalOf, replayOfTool } from './tool-meta.ts';

/**
 * An MCP tool as a model receives it, with icons and `_meta` for front ends beside it. Titles and output
 * schemas are not for models, nor is the name of the schema's dialect, which some providers refuse.
 */
export function toolFromMcp(
  tool: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations' | 'icons' | '_meta'>,
): ToolSchema {
  const { name, description, inputSchema, icons } = tool;
  const meta = foreignMeta(tool);
  const replay = replayOfTool(tool);
  const { $schema: _dialect, ...parameters } = inputSchema as JsonObject;
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(needsApprovalOf(tool) && { needsApproval: true }),
    ...(meta && { meta }),
    ...(icons && icons.length > 0 && { icons: icons.map((icon) => ({ ...icon }) as JsonObject) }),
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters,
    },
  };
}

import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject, ToolSchema } from '../../core/index.ts';
import { getForeignMeta, requiresApproval, getToolReplay } from './tool-meta.ts';

/**
 * Converts an MCP tool to the schema that a model receives, plus icons and `_meta` for front ends.
 * `$schema` is omitted, because some providers reject it.
 */
export function mcpToToolSchema(
  tool: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'annotations' | 'icons' | '_meta'>,
): ToolSchema {
  const { name, description, inputSchema, icons } = tool;
  const meta = getForeignMeta(tool);
  const replay = getToolReplay(tool);
  const { $schema: _dialect, ...parameters } = inputSchema as JsonObject;
  return {
    type: 'function',
    ...(replay && { replay }),
    ...(requiresApproval(tool) && { needsApproval: true }),
    ...(meta && { meta }),
    ...(icons && icons.length > 0 && { icons: icons.map((icon) => ({ ...icon }) as JsonObject) }),
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters,
    },
  };
}

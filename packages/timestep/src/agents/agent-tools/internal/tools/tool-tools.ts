import type { JsonObject } from '#core';
import { type Include, planToolSwitchesEdit } from '#agents/folder';
import type { InternalTool } from '../internal-tool.ts';
import { createEditAction } from '../tool-actions.ts';
import { buildInputSchema, INCLUDE_SCHEMA } from '../tool-arguments.ts';
import { createToolInclusionTools } from './including-tool-tools.ts';
import { SERVER, TOOL, type ToolArguments, requireTool, requireServer } from './known-tool.ts';
import { createToolReadingTools } from './reading-tool-tools.ts';

export function createToolManagementTools(): InternalTool[] {
  return [
    ...createToolReadingTools(),
    createIncludeModeTool(
      'set_tool_include_mode',
      'Sets when a tool of this agent is shown to the model, for this and all later conversations.',
      { serverName: SERVER, toolName: TOOL },
    ),
    createIncludeModeTool(
      'set_server_include_mode',
      'Sets when the tools of a server are shown to the model, except tools that have their own mode.',
      { serverName: SERVER },
    ),
    ...createToolInclusionTools(),
  ];
}

interface IncludeModeArguments extends Partial<ToolArguments> {
  readonly serverName: string;
  readonly include: Include;
}

function createIncludeModeTool(name: string, description: string, which: JsonObject): InternalTool {
  return {
    name,
    description,
    input: buildInputSchema({ ...which, include: INCLUDE_SCHEMA }),
    ...createEditAction(async (args: IncludeModeArguments, call) => {
      const { serverName: server, toolName, include } = args;
      if (toolName === undefined) {
        await requireServer(args, call);
        return planToolSwitchesEdit(call.access.storage, { server }, { include });
      }
      const { toolName: tool } = await requireTool({ serverName: server, toolName }, call);
      return planToolSwitchesEdit(call.access.storage, { server, tool }, { include });
    }),
  };
}

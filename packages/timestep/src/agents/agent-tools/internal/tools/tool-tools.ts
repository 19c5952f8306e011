import { omitUndefined, setToolSwitches } from '#agents/folder';
import type { InternalTool } from '../internal-tool.ts';
import { createEditAction } from '../tool-actions.ts';
import { buildInputSchema, INCLUDE_SCHEMA, getIncludeArgument } from '../tool-arguments.ts';
import { createIncludingTools } from './including-tool-tools.ts';
import { SERVER, TOOL, requireTool, requireServer } from './known-tool.ts';
import { createReadingTools } from './reading-tool-tools.ts';

export function createToolTools(): InternalTool[] {
  return [...createReadingTools(), ...createEditingTools(), ...createIncludingTools()];
}

function createEditingTools(): InternalTool[] {
  return [
    {
      name: 'set_tool_include_mode',
      description:
        'Sets when a tool of this agent is shown to the model, for this and all later conversations.',
      input: buildInputSchema({ serverName: SERVER, toolName: TOOL, include: INCLUDE_SCHEMA }, [
        'serverName',
        'toolName',
        'include',
      ]),
      ...createEditAction(async (args, call) => {
        const { server, name: tool } = await requireTool(args, call);
        return setToolSwitches(
          call.access.storage,
          { server, tool },
          omitUndefined({ include: getIncludeArgument(args) }),
        );
      }),
    },
    {
      name: 'set_server_include_mode',
      description:
        'Sets when the tools of a server are shown to the model, except tools that have their own mode.',
      input: buildInputSchema({ serverName: SERVER, include: INCLUDE_SCHEMA }, [
        'serverName',
        'include',
      ]),
      ...createEditAction(async (args, call) => {
        const { name: server } = await requireServer(args, call);
        return setToolSwitches(
          call.access.storage,
          { server },
          omitUndefined({ include: getIncludeArgument(args) }),
        );
      }),
    },
  ];
}

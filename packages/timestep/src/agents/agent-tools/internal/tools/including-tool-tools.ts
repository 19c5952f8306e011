import type { JsonObject, SessionEvent } from '../../../../core/index.ts';
import { FolderError } from '../../../folder/index.ts';
import type { InternalTool } from '../internal-tool.ts';
import type { InternalCall, KnownTool } from '../own-agent.ts';
import { createSessionAction } from '../tool-actions.ts';
import { requireTool, requireServer, listTools, OF_TOOL, OF_SERVER } from './known-tool.ts';

export function createIncludingTools(): InternalTool[] {
  const oneTool = async (args: JsonObject, call: InternalCall) => [await requireTool(args, call)];
  const ofServer = async (args: JsonObject, call: InternalCall) => {
    const { name } = await requireServer(args, call);
    return (await listTools(call)).filter(({ server, isEnabled }) => server === name && isEnabled);
  };
  return [
    {
      name: 'include_tool',
      description: 'Gives this session a tool of this agent, from the next step on.',
      input: OF_TOOL,
      ...createIncludeAction('session.included', oneTool),
    },
    {
      name: 'exclude_tool',
      description: 'Keeps a tool of this agent out of the later turns of this session.',
      input: OF_TOOL,
      ...createIncludeAction('session.excluded', oneTool),
    },
    {
      name: 'include_tool_server',
      description: 'Gives this session all tools of a server, from the next step on.',
      input: OF_SERVER,
      ...createIncludeAction('session.included', ofServer),
    },
    {
      name: 'exclude_tool_server',
      description: 'Keeps all tools of a server out of the later turns of this session.',
      input: OF_SERVER,
      ...createIncludeAction('session.excluded', ofServer),
    },
  ];
}

function createIncludeAction(
  type: 'session.included' | 'session.excluded',
  chosen: (args: JsonObject, call: InternalCall) => Promise<readonly KnownTool[]>,
): ReturnType<typeof createSessionAction> {
  return createSessionAction(async (args, call) => {
    const tools = await chosen(args, call);
    const off = tools.find(({ isEnabled }) => !isEnabled);
    if (off && type === 'session.included') {
      throw new FolderError(`the author of this agent has switched off the tool ${off.shown}`);
    }
    const names = tools.map(({ shown }) => shown);
    const events = names.map((name): SessionEvent => ({ type, item: { kind: 'tool', name } }));
    const listed = names.length === 0 ? 'nothing' : names.join(', ');
    return type === 'session.included'
      ? { events, said: `This session has now: ${listed}.`, offers: names }
      : { events, said: `From the next message on this session is without: ${listed}.` };
  });
}

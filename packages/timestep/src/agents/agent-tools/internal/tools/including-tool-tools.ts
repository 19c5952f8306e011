import type { JsonObject, SessionEvent } from '#core';
import { FolderError } from '#agents/folder';
import type { InternalTool } from '../internal-tool.ts';
import type { InternalCall, KnownTool } from '../own-agent.ts';
import { createSessionChangeAction } from '../tool-actions.ts';
import {
  type ToolArguments,
  requireTool,
  requireServer,
  listTools,
  OF_TOOL,
  OF_SERVER,
} from './known-tool.ts';

export function createToolInclusionTools(): InternalTool[] {
  const oneTool: ChooseTools = async (args, call) => [await requireTool(args, call)];
  const ofServer: ChooseTools = async (args, call) => {
    const { serverName } = await requireServer(args, call);
    const tools = await listTools(call);
    return tools.filter((tool) => tool.serverName === serverName && tool.enabled);
  };
  const createPair = (name: string, which: string, input: JsonObject, choose: ChooseTools) => [
    {
      name: `include_${name}`,
      description: `Gives this session ${which}, from the next step on.`,
      input,
      ...createToolInclusionAction('session.included', choose),
    },
    {
      name: `exclude_${name}`,
      description: `Keeps ${which} out of the later turns of this session.`,
      input,
      ...createToolInclusionAction('session.excluded', choose),
    },
  ];
  return [
    ...createPair('tool', 'a tool of this agent', OF_TOOL, oneTool),
    ...createPair('tool_server', 'all tools of a server', OF_SERVER, ofServer),
  ];
}

type ChooseTools = (args: ToolArguments, call: InternalCall) => Promise<readonly KnownTool[]>;

function createToolInclusionAction(
  type: 'session.included' | 'session.excluded',
  choose: ChooseTools,
): ReturnType<typeof createSessionChangeAction> {
  return createSessionChangeAction(async (args: ToolArguments, call) => {
    const tools = await choose(args, call);
    const off = tools.find(({ enabled }) => !enabled);
    if (off && type === 'session.included') {
      throw new FolderError(
        `the tool ${off.calledAs} cannot be included, because the author of this agent has switched it off`,
      );
    }
    const names = tools.map(({ calledAs }) => calledAs);
    const events = names.map((name): SessionEvent => ({ type, item: { kind: 'tool', name } }));
    const listed = names.length === 0 ? 'nothing' : names.join(', ');
    return type === 'session.included'
      ? { events, said: `This session has now: ${listed}.`, offers: names }
      : { events, said: `From the next message on this session is without: ${listed}.` };
  });
}

import type { JsonObject, SessionEvent } from '../../core/index.ts';
import { createIndex, rank, extractSchemaText } from '../../relevance/index.ts';
import { setToolSwitches } from '../edit-manifest.ts';
import { FolderError } from '../folder-error.ts';
import { formerName } from '../former-names.ts';
import {
  changingSession,
  editing,
  includeIn,
  INCLUDE_SCHEMA,
  inputOf,
  nameSchema,
  numberIn,
  QUERY_SCHEMA,
  reading,
  textIn,
  TOP_SCHEMA,
  type InternalCall,
  type InternalTool,
  type KnownServer,
  type KnownTool,
} from './internal-tool.ts';

const SERVER = nameSchema('The name of the server, as list_tool_servers has it');
const TOOL = { type: 'string', minLength: 1, description: 'What its server calls the tool' };
const OF_SERVER = inputOf({ serverName: SERVER }, ['serverName']);
const OF_TOOL = inputOf({ serverName: SERVER, toolName: TOOL }, ['serverName', 'toolName']);

/** Creates the tools that inspect and configure the agent's tools and their servers. */
export function toolTools(): InternalTool[] {
  return [...readingTools(), ...editingTools(), ...includingTools()];
}

function readingTools(): InternalTool[] {
  return [
    {
      name: 'list_tools',
      description: 'Lists all tools of this agent, also those that you do not see.',
      input: inputOf({ serverName: SERVER }),
      ...reading(async (args, call) => {
        const server = textIn(args, 'serverName');
        const tools = await toolsOf(call);
        return tools
          .filter((tool) => server === undefined || tool.server === server)
          .map(outlineOf);
      }),
    },
    {
      name: 'get_tool',
      description: 'Reads what a tool of this agent does, and its arguments.',
      input: OF_TOOL,
      ...reading(async (args, call) => {
        const tool = await toolNamed(args, call);
        return { ...outlineOf(tool), parameters: tool.parameters };
      }),
    },
    {
      name: 'list_context_tools',
      description: 'Lists the tools of this agent that can be called in this turn.',
      input: inputOf({}),
      ...reading(async (_args, call) =>
        (await toolsOf(call)).filter(({ isOffered }) => isOffered).map(outlineOf),
      ),
    },
    {
      name: 'list_tool_servers',
      description: 'Lists the servers that the tools of this agent come from.',
      input: inputOf({}),
      ...reading(async (_args, { site }) => (await site.servers()).map(serverOutlineOf)),
    },
    {
      name: 'get_tool_server',
      description: 'Reads about a server that tools of this agent come from, and lists its tools.',
      input: OF_SERVER,
      ...reading(async (args, call) => {
        const server = await serverNamed(args, call);
        const tools = (await toolsOf(call)).filter((tool) => tool.server === server.name);
        return { ...serverOutlineOf(server), tools: tools.map(({ name }) => name) };
      }),
    },
    {
      name: 'search_tools',
      description: 'Finds tools of this agent by what they do, also those that you do not see.',
      input: inputOf({ query: QUERY_SCHEMA, topK: TOP_SCHEMA }, ['query']),
      ...reading(async (args, call) => {
        const items = (await toolsOf(call)).map((tool) => ({
          ...tool,
          text: extractSchemaText(tool.parameters),
        }));
        const limit = numberIn(args, 'topK');
        const found = rank(createIndex(items), textIn(args, 'query') ?? '', { limit });
        return found.map(({ item }) => outlineOf(item));
      }),
    },
  ];
}

function editingTools(): InternalTool[] {
  return [
    {
      name: 'set_tool_include_mode',
      description:
        'Sets when a tool of this agent is shown to the model, for this and all later conversations.',
      input: inputOf({ serverName: SERVER, toolName: TOOL, include: INCLUDE_SCHEMA }, [
        'serverName',
        'toolName',
        'include',
      ]),
      ...editing(async (args, call) => {
        const { server, name: tool } = await toolNamed(args, call);
        return setToolSwitches(call.site.storage, { server, tool }, switchesIn(args));
      }),
    },
    {
      name: 'set_server_include_mode',
      description:
        'Sets when the tools of a server are shown to the model, but for those that have a mode of their own.',
      input: inputOf({ serverName: SERVER, include: INCLUDE_SCHEMA }, ['serverName', 'include']),
      ...editing(async (args, call) => {
        const { name: server } = await serverNamed(args, call);
        return setToolSwitches(call.site.storage, { server }, switchesIn(args));
      }),
    },
  ];
}

function includingTools(): InternalTool[] {
  const oneTool = async (args: JsonObject, call: InternalCall) => [await toolNamed(args, call)];
  const ofServer = async (args: JsonObject, call: InternalCall) => {
    const { name } = await serverNamed(args, call);
    return (await toolsOf(call)).filter(({ server, isEnabled }) => server === name && isEnabled);
  };
  return [
    {
      name: 'include_tool',
      description: 'Gives this session a tool of this agent, from the next step on.',
      input: OF_TOOL,
      ...including('session.included', oneTool),
    },
    {
      name: 'exclude_tool',
      description: 'Keeps a tool of this agent out of the later turns of this session.',
      input: OF_TOOL,
      ...including('session.excluded', oneTool),
    },
    {
      name: 'include_tool_server',
      description: 'Gives this session all tools of a server, from the next step on.',
      input: OF_SERVER,
      ...including('session.included', ofServer),
    },
    {
      name: 'exclude_tool_server',
      description: 'Keeps all tools of a server out of the later turns of this session.',
      input: OF_SERVER,
      ...including('session.excluded', ofServer),
    },
  ];
}

function including(
  type: 'session.included' | 'session.excluded',
  chosen: (args: JsonObject, call: InternalCall) => Promise<readonly KnownTool[]>,
): ReturnType<typeof changingSession> {
  return changingSession(async (args, call) => {
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

async function toolsOf({ site, turn }: InternalCall): Promise<readonly KnownTool[]> {
  return site.tools(turn);
}

async function toolNamed(args: JsonObject, call: InternalCall): Promise<KnownTool> {
  const { name: server, leftOut } = await serverNamed(args, call);
  const name = textIn(args, 'toolName') ?? '';
  const found = (await toolsOf(call)).find(
    (tool) => tool.server === server && [tool.name, formerName(tool.name)].includes(name),
  );
  if (found) return found;
  const why = leftOut ?? 'list_tools lists those that there are';
  const message = `the server ${server} has not a tool named ${name}: ${why}`;
  throw new FolderError(message, { code: 'no-such-part' });
}

async function serverNamed(args: JsonObject, { site }: InternalCall): Promise<KnownServer> {
  const name = textIn(args, 'serverName') ?? '';
  const found = (await site.servers()).find((server) => server.name === name);
  if (found) return found;
  const message = `there is not a server named ${name}: list_tool_servers lists those that there are`;
  throw new FolderError(message, { code: 'no-such-part' });
}

function switchesIn(args: JsonObject) {
  const include = includeIn(args);
  return include ? { include } : {};
}

function outlineOf(tool: KnownTool): JsonObject {
  const { server, name, shown, description, include, isEnabled, needsPermission, isOffered } = tool;
  return {
    serverName: server,
    toolName: name,
    calledAs: shown,
    ...(description !== '' && { description }),
    include,
    enabled: isEnabled,
    permissionRequired: needsPermission,
    offered: isOffered,
  };
}

function serverOutlineOf(server: KnownServer): JsonObject {
  const { name, type, include, isEnabled, needsPermission, leftOut } = server;
  return {
    serverName: name,
    type,
    include,
    enabled: isEnabled,
    permissionRequired: needsPermission,
    ...(leftOut !== undefined && { leftOut }),
  };
}

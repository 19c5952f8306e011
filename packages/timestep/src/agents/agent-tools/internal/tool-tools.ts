import type { JsonObject, SessionEvent } from '../../../core/index.ts';
import { createIndex, rank, extractSchemaText } from '../../../engine/relevance/index.ts';
import {
  setToolSwitches,
  createMissingError,
  FolderError,
  findFormerName,
} from '../../folder/index.ts';
import {
  createSessionAction,
  createEditAction,
  getIncludeArgument,
  INCLUDE_SCHEMA,
  buildInputSchema,
  buildNameSchema,
  getNumberArgument,
  QUERY_SCHEMA,
  createReadAction,
  getTextArgument,
  TOP_SCHEMA,
  type InternalCall,
  type InternalTool,
  type KnownServer,
  type KnownTool,
} from './internal-tool.ts';

const SERVER = buildNameSchema('The name of the server, as list_tool_servers has it');
const TOOL = { type: 'string', minLength: 1, description: 'What its server calls the tool' };
const OF_SERVER = buildInputSchema({ serverName: SERVER }, ['serverName']);
const OF_TOOL = buildInputSchema({ serverName: SERVER, toolName: TOOL }, [
  'serverName',
  'toolName',
]);

export function createToolTools(): InternalTool[] {
  return [...createReadingTools(), ...createEditingTools(), ...createIncludingTools()];
}

function createReadingTools(): InternalTool[] {
  return [
    {
      name: 'list_tools',
      description: 'Lists all tools of this agent, also tools that you do not see.',
      input: buildInputSchema({ serverName: SERVER }),
      ...createReadAction(async (args, call) => {
        const server = getTextArgument(args, 'serverName');
        const tools = await listTools(call);
        return tools
          .filter((tool) => server === undefined || tool.server === server)
          .map(summarizeTool);
      }),
    },
    {
      name: 'get_tool',
      description: 'Reads what a tool of this agent does, and its arguments.',
      input: OF_TOOL,
      ...createReadAction(async (args, call) => {
        const tool = await requireTool(args, call);
        return { ...summarizeTool(tool), parameters: tool.parameters };
      }),
    },
    {
      name: 'list_context_tools',
      description: 'Lists the tools of this agent that can be called in this turn.',
      input: buildInputSchema({}),
      ...createReadAction(async (_args, call) =>
        (await listTools(call)).filter(({ isOffered }) => isOffered).map(summarizeTool),
      ),
    },
    {
      name: 'list_tool_servers',
      description: 'Lists the servers that the tools of this agent come from.',
      input: buildInputSchema({}),
      ...createReadAction(async (_args, { access }) =>
        (await access.servers()).map(summarizeServer),
      ),
    },
    {
      name: 'get_tool_server',
      description: 'Reads about a server that tools of this agent come from, and lists its tools.',
      input: OF_SERVER,
      ...createReadAction(async (args, call) => {
        const server = await requireServer(args, call);
        const tools = (await listTools(call)).filter((tool) => tool.server === server.name);
        return { ...summarizeServer(server), tools: tools.map(({ name }) => name) };
      }),
    },
    {
      name: 'search_tools',
      description: 'Finds tools of this agent by what they do, also tools that you do not see.',
      input: buildInputSchema({ query: QUERY_SCHEMA, topK: TOP_SCHEMA }, ['query']),
      ...createReadAction(async (args, call) => {
        const items = (await listTools(call)).map((tool) => ({
          ...tool,
          text: extractSchemaText(tool.parameters),
        }));
        const limit = getNumberArgument(args, 'topK');
        const found = rank(createIndex(items), getTextArgument(args, 'query') ?? '', { limit });
        return found.map(({ item }) => summarizeTool(item));
      }),
    },
  ];
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
        return setToolSwitches(call.access.storage, { server, tool }, getSwitches(args));
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
        return setToolSwitches(call.access.storage, { server }, getSwitches(args));
      }),
    },
  ];
}

function createIncludingTools(): InternalTool[] {
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

async function listTools({ access, turn }: InternalCall): Promise<readonly KnownTool[]> {
  return access.tools(turn);
}

async function requireTool(args: JsonObject, call: InternalCall): Promise<KnownTool> {
  const { name: server, leftOut } = await requireServer(args, call);
  const name = getTextArgument(args, 'toolName') ?? '';
  const found = (await listTools(call)).find(
    (tool) => tool.server === server && [tool.name, findFormerName(tool.name)].includes(name),
  );
  if (found) return found;
  const why = leftOut ?? 'list_tools lists the names';
  throw createMissingError(`the server ${server} has not a tool named ${name}: ${why}`);
}

async function requireServer(args: JsonObject, { access }: InternalCall): Promise<KnownServer> {
  const name = getTextArgument(args, 'serverName') ?? '';
  const found = (await access.servers()).find((server) => server.name === name);
  if (found) return found;
  throw createMissingError(`no server is named ${name}: list_tool_servers lists the names`);
}

function getSwitches(args: JsonObject) {
  const include = getIncludeArgument(args);
  return include ? { include } : {};
}

function summarizeTool(tool: KnownTool): JsonObject {
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

function summarizeServer(server: KnownServer): JsonObject {
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

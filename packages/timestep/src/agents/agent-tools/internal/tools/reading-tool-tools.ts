import { extractSchemaText, rank, createIndex } from '#engine/relevance';
import type { InternalTool } from '../internal-tool.ts';
import { createReadAction } from '../tool-actions.ts';
import {
  buildInputSchema,
  getTextArgument,
  QUERY_SCHEMA,
  TOP_SCHEMA,
  getNumberArgument,
} from '../tool-arguments.ts';
import {
  SERVER,
  listTools,
  summarizeTool,
  OF_TOOL,
  requireTool,
  summarizeServer,
  OF_SERVER,
  requireServer,
} from './known-tool.ts';

export function createReadingTools(): InternalTool[] {
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

import { extractSchemaText, rank, createIndex } from '#engine/relevance';
import type { InternalTool } from '../internal-tool.ts';
import { createReadOnlyAction } from '../tool-actions.ts';
import { buildInputSchema, type Search, SEARCH } from '../tool-arguments.ts';
import {
  type ServerArguments,
  type ToolArguments,
  SERVER,
  listTools,
  summarizeTool,
  OF_TOOL,
  requireTool,
  OF_SERVER,
  requireServer,
} from './known-tool.ts';

export function createToolReadingTools(): InternalTool[] {
  return [
    {
      name: 'list_tools',
      description: 'Lists all tools of this agent, also tools that you do not see.',
      input: buildInputSchema({}, { serverName: SERVER }),
      ...createReadOnlyAction(async ({ serverName }: Partial<ServerArguments>, call) => {
        const tools = await listTools(call);
        return tools
          .filter((tool) => serverName === undefined || tool.serverName === serverName)
          .map(summarizeTool);
      }),
    },
    {
      name: 'get_tool',
      description: 'Reads what a tool of this agent does, and its arguments.',
      input: OF_TOOL,
      ...createReadOnlyAction(async (args: ToolArguments, call) => ({
        ...(await requireTool(args, call)),
      })),
    },
    {
      name: 'list_context_tools',
      description: 'Lists the tools of this agent that can be called in this turn.',
      input: buildInputSchema({}),
      ...createReadOnlyAction(async (_args, call) =>
        (await listTools(call)).filter(({ offered }) => offered).map(summarizeTool),
      ),
    },
    {
      name: 'list_tool_servers',
      description: 'Lists the servers that the tools of this agent come from.',
      input: buildInputSchema({}),
      ...createReadOnlyAction(async (_args, { access }) =>
        (await access.servers()).map((server) => ({ ...server })),
      ),
    },
    {
      name: 'get_tool_server',
      description: 'Reads about a server that tools of this agent come from, and lists its tools.',
      input: OF_SERVER,
      ...createReadOnlyAction(async (args: ServerArguments, call) => {
        const server = await requireServer(args, call);
        const tools = (await listTools(call)).filter(
          ({ serverName }) => serverName === server.serverName,
        );
        return { ...server, tools: tools.map(({ toolName }) => toolName) };
      }),
    },
    {
      name: 'search_tools',
      description: 'Finds tools of this agent by what they do, also tools that you do not see.',
      input: SEARCH,
      ...createReadOnlyAction(async ({ query, topK: limit }: Search, call) => {
        const items = (await listTools(call)).map((tool) => ({
          tool,
          name: tool.toolName,
          description: tool.description,
          text: extractSchemaText(tool.parameters),
        }));
        return rank(createIndex(items), query, { limit }).map(({ item }) =>
          summarizeTool(item.tool),
        );
      }),
    },
  ];
}

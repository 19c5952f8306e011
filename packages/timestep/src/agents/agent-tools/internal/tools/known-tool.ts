import type { JsonObject } from '#core';
import { findFormerName, createNoSuchPartError } from '#agents/folder';
import type { InternalCall, KnownTool, KnownServer } from '../own-agent.ts';
import { buildNameSchema, buildInputSchema } from '../tool-arguments.ts';

export const SERVER: JsonObject = buildNameSchema(
  'The name of the server, as list_tool_servers has it',
);

export const TOOL = { type: 'string', minLength: 1, description: 'What its server calls the tool' };
export const OF_SERVER: JsonObject = buildInputSchema({ serverName: SERVER });
export type ServerArguments = Pick<KnownTool, 'serverName'>;

export const OF_TOOL: JsonObject = buildInputSchema({ serverName: SERVER, toolName: TOOL });
export type ToolArguments = Pick<KnownTool, 'serverName' | 'toolName'>;

export async function listTools({ access, turn }: InternalCall): Promise<readonly KnownTool[]> {
  return access.tools(turn);
}

export async function requireTool(
  { serverName, toolName }: ToolArguments,
  call: InternalCall,
): Promise<KnownTool> {
  const { leftOut } = await requireServer({ serverName }, call);
  const found = (await listTools(call)).find(
    (tool) =>
      tool.serverName === serverName &&
      [tool.toolName, findFormerName(tool.toolName)].includes(toolName),
  );
  if (found) return found;
  const why = leftOut ?? 'list_tools lists the names';
  throw createNoSuchPartError(`the server ${serverName} has not a tool named ${toolName}: ${why}`);
}

export async function requireServer(
  { serverName }: ServerArguments,
  { access }: InternalCall,
): Promise<KnownServer> {
  const found = (await access.servers()).find((server) => server.serverName === serverName);
  if (found) return found;
  throw createNoSuchPartError(
    `no server is named ${serverName}: list_tool_servers lists the names`,
  );
}

export function summarizeTool({ parameters: _parameters, ...summary }: KnownTool): JsonObject {
  return summary;
}

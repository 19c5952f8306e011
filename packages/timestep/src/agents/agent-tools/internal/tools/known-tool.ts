import type { JsonObject } from '#core';
import { findFormerName, createMissingError } from '#agents/folder';
import type { InternalCall, KnownTool, KnownServer } from '../own-agent.ts';
import { buildNameSchema, buildInputSchema, getTextArgument } from '../tool-arguments.ts';

export const SERVER: JsonObject = buildNameSchema(
  'The name of the server, as list_tool_servers has it',
);

export const TOOL = { type: 'string', minLength: 1, description: 'What its server calls the tool' };
export const OF_SERVER: JsonObject = buildInputSchema({ serverName: SERVER }, ['serverName']);

export const OF_TOOL: JsonObject = buildInputSchema({ serverName: SERVER, toolName: TOOL }, [
  'serverName',
  'toolName',
]);

export async function listTools({ access, turn }: InternalCall): Promise<readonly KnownTool[]> {
  return access.tools(turn);
}

export async function requireTool(args: JsonObject, call: InternalCall): Promise<KnownTool> {
  const { name: server, leftOut } = await requireServer(args, call);
  const name = getTextArgument(args, 'toolName') ?? '';
  const found = (await listTools(call)).find(
    (tool) => tool.server === server && [tool.name, findFormerName(tool.name)].includes(name),
  );
  if (found) return found;
  const why = leftOut ?? 'list_tools lists the names';
  throw createMissingError(`the server ${server} has not a tool named ${name}: ${why}`);
}

export async function requireServer(
  args: JsonObject,
  { access }: InternalCall,
): Promise<KnownServer> {
  const name = getTextArgument(args, 'serverName') ?? '';
  const found = (await access.servers()).find((server) => server.name === name);
  if (found) return found;
  throw createMissingError(`no server is named ${name}: list_tool_servers lists the names`);
}

export function summarizeTool(tool: KnownTool): JsonObject {
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

export function summarizeServer(server: KnownServer): JsonObject {
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

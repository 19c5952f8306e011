import { isToolVisibleTo, TimestepError, type JsonObject } from '#core';
import { maskValue } from '#agents/agent-tools';
import type { McpPeer } from '../peers/mcp-peer.ts';
import type { PeerLink } from '../peers/peer.ts';

const TIMEOUT = { timeout: 60_000 };

/** Calls a tool, and returns its result as the server sent it, without secrets. */
export async function callToolForApp(
  { environment, offer }: McpPeer,
  { recorder }: PeerLink,
  call: { readonly tool: string; readonly arguments: JsonObject; readonly isByApp: boolean },
  signal: AbortSignal,
): Promise<JsonObject> {
  const tool = offer.tools.find(({ name }) => name === call.tool);
  if (!tool) throw new TimestepError('no-app', `the MCP server has no tool ${call.tool}`);
  if (call.isByApp && !isToolVisibleTo('app', tool.meta)) {
    throw new TimestepError('no-app', `the MCP server does not let apps call ${call.tool}`);
  }
  const result = await environment.use((client) =>
    client.callTool({ name: call.tool, arguments: call.arguments }, { ...TIMEOUT, signal }),
  );
  return maskValue(result as unknown as JsonObject, recorder.mask);
}

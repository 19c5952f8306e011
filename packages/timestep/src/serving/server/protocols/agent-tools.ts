import { createEnvironmentHandler } from '#protocols/mcp';
import {
  createAgentToolsEnvironment,
  isToolsAgent,
  type ToolsAgent,
} from '../agent-tools/agent-tools.ts';
import type { Protocol, ProtocolHost } from '../routing/mount.ts';
import { createMcpMounts, type McpHandler } from './mcp.ts';

/** Serves the tools that call an agent as an MCP server, at `/tools/mcp` below the agent. */
export const agentToolsProtocol: Protocol = (host) => ({
  mounts: [],
  mountAgent: (agent) =>
    isToolsAgent(agent)
      ? createMcpMounts('/tools/mcp', () => createToolsHandler(host, [agent]))
      : { at: () => [] },
});

/** Serves one MCP server at `/mcp`, whose tools call the given agents. */
export function createJoinedToolsProtocol(
  agents: readonly ToolsAgent[],
  options: { readonly debug?: boolean } = {},
): Protocol {
  return (host) => {
    const tools = createMcpMounts('/mcp', () => createToolsHandler(host, agents, options));
    return { mounts: tools.at(''), close: (graceMs) => tools.close?.(graceMs) };
  };
}

async function createToolsHandler(
  { runner, allowedHosts, allowedOrigins, readJson, onError }: ProtocolHost,
  agents: readonly ToolsAgent[],
  options: { readonly debug?: boolean } = {},
): Promise<McpHandler> {
  const environment = createAgentToolsEnvironment(agents, { runner, onError, ...options });
  const handler = createEnvironmentHandler(environment.now(), {
    stateKey: await runner.getStateKey(),
    allowedHosts,
    readJson,
    onError,
    ...(allowedOrigins && { allowedOrigins }),
  });
  const unwatch = environment.watch((definition) => handler.update(definition));
  return {
    answer: (request, principal) => handler.answer(request, principal),
    async close(graceMs) {
      unwatch();
      await handler.close(graceMs);
    },
  };
}

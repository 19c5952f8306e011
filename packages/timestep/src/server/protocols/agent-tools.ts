import { createEnvironmentHandler } from '../../mcp/index.ts';
import {
  createAgentToolsEnvironment,
  isToolsAgent,
  type ToolsAgent,
} from '../agent-tools/agent-tools.ts';
import type { Protocol, Site } from '../mount.ts';
import { environmentMounts, type Answering } from './environment-mounts.ts';

/**
 * Serves the tools by which others call each agent, as an MCP server at `/tools/mcp` below the
 * agent.
 */
export const agentToolsProtocol: Protocol = (site) => ({
  mounts: [],
  mountAgent: (agent) =>
    isToolsAgent(agent)
      ? environmentMounts('/tools/mcp', () => toolsOf(site, [agent]))
      : { at: () => [] },
});

/** Serves the tools by which others call several agents, as one MCP server at `/mcp`. */
export function joinedToolsProtocol(
  agents: readonly ToolsAgent[],
  options: { readonly debug?: boolean } = {},
): Protocol {
  return (site) => {
    const tools = environmentMounts('/mcp', () => toolsOf(site, agents, options));
    return { mounts: tools.at(''), close: (graceMs) => tools.close?.(graceMs) };
  };
}

async function toolsOf(
  { runner, allowedHosts, allowedOrigins, readJson, onError }: Site,
  agents: readonly ToolsAgent[],
  options: { readonly debug?: boolean } = {},
): Promise<Answering> {
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

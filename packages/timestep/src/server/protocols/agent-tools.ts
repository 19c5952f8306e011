import { createEnvironmentHandler } from '../../mcp/index.ts';
import {
  agentToolsEnvironment,
  isToolsAgent,
  type ToolsAgent,
} from '../agent-tools/agent-tools.ts';
import { prefixesOf, type Mount, type Mounted, type Protocol, type Site } from '../mount.ts';

/** The tools of every agent that is tools of others, as an MCP server at `/tools/mcp` below the agent. */
export const agentToolsProtocol: Protocol = async (site) => {
  const agents = site.agents.filter(isToolsAgent);
  const mounted = await Promise.all(
    agents.map((agent) => {
      const [own = '', ...roots] = prefixesOf(site, agent);
      return mountedTools(
        site,
        [agent],
        [own, ...roots].map((base) => `${base}/tools/mcp`),
      );
    }),
  );
  return {
    mounts: mounted.flatMap(({ mounts }) => mounts),
    async close(graceMs) {
      await Promise.all(mounted.map(async ({ close }) => close?.(graceMs)));
    },
  };
};

/** The tools of several agents as one MCP server at `/mcp`. */
export function joinedToolsProtocol(
  agents: readonly ToolsAgent[],
  options: { readonly debug?: boolean } = {},
): Protocol {
  return (site) => mountedTools(site, agents, ['/mcp'], options);
}

async function mountedTools(
  { runner, allowedHosts, allowedOrigins, readJson, onError }: Site,
  agents: readonly ToolsAgent[],
  paths: readonly string[],
  options: { readonly debug?: boolean } = {},
): Promise<Mounted> {
  const environment = agentToolsEnvironment(agents, { runner, onError, ...options });
  const handler = createEnvironmentHandler(environment.now(), {
    stateKey: await runner.stateKey(),
    allowedHosts,
    readJson,
    onError,
    ...(allowedOrigins && { allowedOrigins }),
  });
  const unwatch = environment.watch((definition) => handler.update(definition));
  const mounts = paths.map((prefix): Mount => {
    const isHere = (request: Request): boolean => new URL(request.url).pathname === prefix;
    return {
      prefix,
      answer: (request, { principal }) =>
        isHere(request) ? handler.answer(request, principal) : undefined,
    };
  });
  return {
    mounts,
    async close(graceMs) {
      unwatch();
      await handler.close(graceMs);
    },
  };
}

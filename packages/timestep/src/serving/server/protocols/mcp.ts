import { createRunnerCallTasks, type EnvironmentHandler } from '#protocols/mcp';
import type { Environment } from '../environment.ts';
import type { Protocol, AgentMounts } from '../routing/mount.ts';
import { mountAtPath } from '../routing/mount-index.ts';
import { getToolCallerName } from '../tool-callers.ts';

/** Serves the environment of each agent as an MCP server at `/mcp` below the agent. */
export const mcpProtocol: Protocol = (host) => {
  const { runner, allowedHosts, allowedOrigins, readJson, onError } = host;

  async function createMcpHandler(environment: Environment, agentId: string): Promise<McpHandler> {
    return environment.createHandler({
      // With a shared key, a call can start in one process and continue in another.
      stateKey: await runner.getStateKey(),
      callTasks: createRunnerCallTasks({ runner, agent: getToolCallerName(agentId) }),
      allowedHosts,
      readJson,
      onError,
      ...(allowedOrigins && { allowedOrigins }),
    });
  }

  return {
    mounts: [],
    mountAgent: ({ environment, agentId }) =>
      environment
        ? createMcpMounts('/mcp', () => createMcpHandler(environment, agentId))
        : { at: () => [] },
  };
};

export type McpHandler = Pick<EnvironmentHandler, 'answer' | 'close'>;

/** Serves an MCP server at each address of an agent. The first request creates the server. */
export function createMcpMounts(path: string, create: () => Promise<McpHandler>): AgentMounts {
  let handler: Promise<McpHandler> | undefined;

  function getOrCreateHandler(): Promise<McpHandler> {
    handler ??= create().catch((thrown: unknown) => {
      handler = undefined;
      throw thrown;
    });
    return handler;
  }

  return {
    ...mountAtPath(path, async (request, { principal }) =>
      (await getOrCreateHandler()).answer(request, principal),
    ),
    close: async (graceMs) => (await handler)?.close(graceMs),
  };
}

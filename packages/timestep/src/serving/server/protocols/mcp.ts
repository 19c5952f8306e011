import { createRunnerCallTasks } from '../../../protocols/mcp/index.ts';
import type { Environment } from '../environment.ts';
import type { Protocol } from '../routing/mount.ts';
import { getToolCallerName } from '../tool-callers.ts';
import { createEnvironmentMounts, type McpHandler } from './environment-mounts.ts';

/** Serves the environment of each agent as an MCP server at `/mcp` below the agent. */
export const mcpProtocol: Protocol = (host) => {
  const { runner, allowedHosts, allowedOrigins, readJson, onError } = host;

  async function createHandler(environment: Environment, agentId: string): Promise<McpHandler> {
    return environment.createHandler({
      // With a shared key, a call that started in another process can continue here.
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
        ? createEnvironmentMounts('/mcp', () => createHandler(environment, agentId))
        : { at: () => [] },
  };
};

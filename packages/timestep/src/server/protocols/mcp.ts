import { createRunnerCallTasks } from '../../mcp/index.ts';
import type { Environment } from '../environment.ts';
import type { Protocol } from '../mount.ts';
import { toolCallerName } from '../tool-callers.ts';
import { environmentMounts, type Answering } from './environment-mounts.ts';

/** Serves the environment of each agent as an MCP server at `/mcp` below the agent. */
export const mcpProtocol: Protocol = (site) => {
  const { runner, allowedHosts, allowedOrigins, readJson, onError } = site;

  async function handlerOf(environment: Environment, agentId: string): Promise<Answering> {
    return environment.createHandler({
      // All processes share this key, so that a call that started in another process, or before a
      // restart, can continue here.
      stateKey: await runner.getStateKey(),
      callTasks: createRunnerCallTasks({ runner, agent: toolCallerName(agentId) }),
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
        ? environmentMounts('/mcp', () => handlerOf(environment, agentId))
        : { at: () => [] },
  };
};

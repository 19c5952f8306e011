import type { EnvironmentHandler } from '../../mcp/index.ts';
import type { Environment } from '../environment.ts';
import type { AgentMounts, Protocol } from '../mount.ts';

/** The environment of every agent that has one, as an MCP server at `/mcp` below the agent. */
export const mcpProtocol: Protocol = (site) => {
  const { runner, allowedHosts, allowedOrigins, readJson, onError } = site;

  async function handlerOf(environment: Environment): Promise<EnvironmentHandler> {
    return environment.createHandler({
      // With the same key, a call that began in another process, or before a restart, continues here.
      stateKey: await runner.stateKey(),
      allowedHosts,
      readJson,
      onError,
      ...(allowedOrigins && { allowedOrigins }),
    });
  }

  return { mounts: [], mountAgent: ({ environment }) => mcpMounts(environment, handlerOf) };
};

function mcpMounts(
  environment: Environment | undefined,
  handlerOf: (environment: Environment) => Promise<EnvironmentHandler>,
): AgentMounts {
  if (!environment) return { at: () => [] };
  /** One for all addresses of the agent, so that they share their sessions. */
  let handler: Promise<EnvironmentHandler> | undefined;

  function made(of: Environment): Promise<EnvironmentHandler> {
    handler ??= handlerOf(of).catch((thrown: unknown) => {
      // The next request tries again.
      handler = undefined;
      throw thrown;
    });
    return handler;
  }

  return {
    at(base) {
      const prefix = `${base}/mcp`;
      return [
        {
          prefix,
          async answer(request, { principal }) {
            if (new URL(request.url).pathname !== prefix) return undefined;
            return (await made(environment)).answer(request, principal);
          },
        },
      ];
    },
    close: async (graceMs) => (await handler)?.close(graceMs),
  };
}

import type { EnvironmentHandler } from '../../../protocols/mcp/index.ts';
import type { AgentMounts } from '../mount.ts';

/** The functions of an MCP server that answer requests and close it. */
export type McpHandler = Pick<EnvironmentHandler, 'answer' | 'close'>;

/**
 * Serves an MCP server at a path below an agent. It is created by the first request. All addresses
 * of the agent share it and its sessions.
 */
export function createEnvironmentMounts(
  path: string,
  create: () => Promise<McpHandler>,
): AgentMounts {
  let handler: Promise<McpHandler> | undefined;

  function getHandler(): Promise<McpHandler> {
    handler ??= create().catch((thrown: unknown) => {
      // The next request tries again.
      handler = undefined;
      throw thrown;
    });
    return handler;
  }

  return {
    at(base) {
      const prefix = `${base}${path}`;
      return [
        {
          prefix,
          async answer(request, { principal }) {
            if (new URL(request.url).pathname !== prefix) return undefined;
            return (await getHandler()).answer(request, principal);
          },
        },
      ];
    },
    close: async (graceMs) => (await handler)?.close(graceMs),
  };
}

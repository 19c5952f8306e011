import type { EnvironmentHandler } from '../../../protocols/mcp/index.ts';
import type { AgentMounts } from '../routing/mount.ts';

export type McpHandler = Pick<EnvironmentHandler, 'answer' | 'close'>;

/**
 * Serves an MCP server below an agent. The first request creates it; all addresses of the agent
 * share its sessions.
 */
export function createEnvironmentMounts(
  path: string,
  create: () => Promise<McpHandler>,
): AgentMounts {
  let handler: Promise<McpHandler> | undefined;

  function getHandler(): Promise<McpHandler> {
    handler ??= create().catch((thrown: unknown) => {
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

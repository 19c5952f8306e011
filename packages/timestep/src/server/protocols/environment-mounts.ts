import type { EnvironmentHandler } from '../../mcp/index.ts';
import type { AgentMounts } from '../mount.ts';

/** The functions of an MCP server that answer requests and close it. */
export type Answering = Pick<EnvironmentHandler, 'answer' | 'close'>;

/**
 * Serves an MCP server at a path below an agent. It is created by the first request. All addresses
 * of the agent share it and its sessions.
 */
export function environmentMounts(path: string, make: () => Promise<Answering>): AgentMounts {
  let handler: Promise<Answering> | undefined;

  function made(): Promise<Answering> {
    handler ??= make().catch((thrown: unknown) => {
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
            return (await made()).answer(request, principal);
          },
        },
      ];
    },
    close: async (graceMs) => (await handler)?.close(graceMs),
  };
}

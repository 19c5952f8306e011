import type { EnvironmentHandler } from '../../mcp/index.ts';
import type { AgentMounts } from '../mount.ts';

/** What an MCP server answers with. */
export type Answering = Pick<EnvironmentHandler, 'answer' | 'close'>;

/**
 * An MCP server at a path below an agent, made when a request first asks for it. All addresses of the agent
 * share it, so that they share its sessions.
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

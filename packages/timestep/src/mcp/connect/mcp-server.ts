import type { ToolEnvironment } from '../../port/index.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { ConnectedEnvironment } from './connect.ts';
import type { EnvironmentTarget } from './target.ts';

/** The tools of an MCP server, which is connected when they are first used. */
export interface McpServerTools extends ToolEnvironment {
  /** Ends the connection, or the process of the server. The next use connects again. */
  close(): Promise<void>;
}

/**
 * The tools of an MCP server, for the `tools` of an agent: `mcpServer({ url })` or
 * `mcpServer({ command, args })`. Calls reject with `McpError` if the server cannot be reached.
 */
export function mcpServer(
  target: EnvironmentTarget,
  options: Parameters<typeof connectEnvironment>[1] = {},
): McpServerTools {
  let connected: Promise<ConnectedEnvironment> | undefined;

  /** Connects once; a failed connection is tried again at the next use. */
  function connectOnce(): Promise<ConnectedEnvironment> {
    connected ??= connectEnvironment(target, options).catch((thrown: unknown) => {
      connected = undefined;
      throw thrown;
    });
    return connected;
  }

  return {
    listTools: async (signal, turn) => (await connectOnce()).listTools(signal, turn),
    callTool: async (call, context) => (await connectOnce()).callTool(call, context),
    probeTool: async (call, context) =>
      (await (await connectOnce()).probeTool?.(call, context)) ?? 'unknown',
    async close() {
      const open = connected;
      connected = undefined;
      await (await open?.catch(() => undefined))?.close();
    },
  };
}

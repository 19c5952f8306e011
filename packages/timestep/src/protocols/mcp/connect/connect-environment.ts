import type { ToolEnvironment } from '#engine/port';
import type { ConnectedEnvironment, ConnectOptions } from './connect.ts';
import type { EnvironmentTarget } from './target.ts';

/** Connects to an MCP server. Throws `McpError` on failure. Later, failed calls return error results. */
export async function connectEnvironment(
  target: EnvironmentTarget,
  options: ConnectOptions = {},
): Promise<ConnectedEnvironment> {
  // The client is loaded on first use, so that a program that only serves does not load it.
  const { connect } = await import('./connect.ts');
  return connect(target, options);
}

/** The tools of an MCP server, which is connected on first use. */
export interface McpServerTools extends ToolEnvironment {
  /** Closes the connection and stops the server's process. The next use reconnects. */
  close(): Promise<void>;
}

/** Creates the tools of the MCP server at `{ url }`, or of the server that `{ command, args }` starts. */
export function mcpServer(
  target: EnvironmentTarget,
  options: Omit<ConnectOptions, 'signal'> = {},
): McpServerTools {
  let connected: Promise<ConnectedEnvironment> | undefined;
  let opening = new AbortController();

  function connectOnce(): Promise<ConnectedEnvironment> {
    if (connected) return connected;
    const own = connectEnvironment(target, { ...options, signal: opening.signal });
    connected = own;
    own.catch(() => {
      if (connected === own) connected = undefined;
    });
    return own;
  }

  return {
    listTools: async (signal, turn) => (await connectOnce()).listTools(signal, turn),
    callTool: async (call, context) => (await connectOnce()).callTool(call, context),
    probeTool: async (call, context) =>
      (await (await connectOnce()).probeTool?.(call, context)) ?? 'unknown',
    async close() {
      const open = connected;
      connected = undefined;
      opening.abort();
      opening = new AbortController();
      await (await open?.catch(() => undefined))?.close();
    },
  };
}

import type { ConnectedEnvironment, ConnectOptions } from './connect.ts';
import type { EnvironmentTarget } from './target.ts';

/**
 * Connects to an MCP server. Throws `McpError` if that fails. Later failures of calls are returned
 * as results for the model.
 */
export async function connectEnvironment(
  target: EnvironmentTarget,
  options: ConnectOptions = {},
): Promise<ConnectedEnvironment> {
  // The client is loaded on first use, so that a program that only serves does not load it.
  const { connect } = await import('./connect.ts');
  return connect(target, options);
}

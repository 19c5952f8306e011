import type { ConnectedEnvironment, ConnectOptions } from './connect.ts';
import type { EnvironmentTarget } from './target.ts';

/** Throws `McpError` if the connection fails. Later failures of calls are results. */
export async function connectEnvironment(
  target: EnvironmentTarget,
  options: ConnectOptions = {},
): Promise<ConnectedEnvironment> {
  // Loaded on first use, so that a program that only serves does not load the client.
  const { connect } = await import('./connect.ts');
  return connect(target, options);
}

import type { ConnectedEnvironment, ConnectOptions } from './connect.ts';
import type { EnvironmentTarget } from './target.ts';

/**
 * Connects to an environment. Throws `McpError` when that fails; after that, every failure of a
 * call is a result that the model reads.
 */
export async function connectEnvironment(
  target: EnvironmentTarget,
  options: ConnectOptions = {},
): Promise<ConnectedEnvironment> {
  // Loaded when first needed, so that a program that only serves does not load the client.
  const { connect } = await import('./connect.ts');
  return connect(target, options);
}

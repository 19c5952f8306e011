import type { ToolContext, ToolInvocation, ToolResult } from '../../port/index.ts';
import { retryWhileUnavailable } from './retry-policy.ts';
import type { ConnectOptions } from './connect.ts';
import { explain } from './explain.ts';
import type { ReconnectingLink } from './reconnecting-link.ts';
import { callResourceTool } from './resource-tools.ts';
import { DEFAULT_RESULT_LIMIT, DEFAULT_TIMEOUT_MS } from './send-call.ts';

/** Failures are returned as results for the model. */
export async function runResourceTool(
  connection: ReconnectingLink,
  options: ConnectOptions,
  call: ToolInvocation,
  { signal }: ToolContext,
): Promise<ToolResult> {
  const { timeoutMs: timeout = DEFAULT_TIMEOUT_MS, resultLimit = DEFAULT_RESULT_LIMIT } = options;
  const ask = (): Promise<ToolResult> =>
    connection.use(({ client }) =>
      callResourceTool(client, call, { timeout, signal }, resultLimit),
    );
  try {
    return await retryWhileUnavailable(ask, { ...options, signal });
  } catch (thrown) {
    signal.throwIfAborted();
    return { content: `${call.name} failed: ${explain(thrown)}`, isError: true };
  }
}

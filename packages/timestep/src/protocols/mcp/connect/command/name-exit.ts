import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { describeExit } from '#engine/processes';
import { McpError } from '../../mcp-error.ts';
import type { EnvironmentTransport } from '../transport.ts';

/** Describes how the server's process exited. Undefined while it runs, and for servers without a process. */
export function findExitError(
  transport: EnvironmentTransport,
  options?: { readonly cause: unknown },
): McpError | undefined {
  const exit = 'findExit' in transport ? transport.findExit() : undefined;
  return exit && new McpError('exited', `its process ${describeExit(exit)}`, options);
}

/** If a connection closed because the server's process exited, returns the error of the exit instead. */
export function replaceByExitError(transport: EnvironmentTransport, thrown: unknown): unknown {
  const isClosed = SdkError.isInstance(thrown) && thrown.code === SdkErrorCode.ConnectionClosed;
  return (isClosed && findExitError(transport, { cause: thrown })) || thrown;
}

export function isServerExitError(thrown: unknown): boolean {
  return thrown instanceof McpError && thrown.code === 'exited';
}

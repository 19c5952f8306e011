import { TimestepError } from '#core';

/** Kinds of failures between this process and an MCP server. */
export type McpErrorCode =
  | 'bad-definition'
  | 'unreachable'
  | 'exited'
  | 'unauthorized'
  | 'not-a-server'
  | 'closed'
  | 'tool-failed';

/** Thrown if a definition is invalid, or if an MCP server cannot be reached or used. */
export class McpError extends TimestepError {
  declare readonly code: McpErrorCode;

  constructor(code: McpErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}

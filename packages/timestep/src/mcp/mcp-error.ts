import { TimestepError } from '../core/index.ts';

/** The kinds of failures between this process and an MCP server. */
export type McpErrorCode =
  | 'bad-definition'
  | 'unreachable'
  | 'unauthorized'
  | 'not-a-server'
  | 'closed'
  | 'tool-failed';

/** An environment whose definition is wrong, or one that cannot be reached or used over MCP. */
export class McpError extends TimestepError {
  declare readonly code: McpErrorCode;

  constructor(code: McpErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}

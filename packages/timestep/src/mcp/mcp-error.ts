import { TimestepError } from '../core/index.ts';

/** What can go wrong between this side and an MCP server. */
export type McpErrorCode =
  | 'bad-definition'
  | 'unreachable'
  | 'unauthorized'
  | 'not-a-server'
  | 'closed'
  | 'tool-failed';

/** An environment that is defined wrongly, or one that cannot be reached or used over MCP. */
export class McpError extends TimestepError {
  declare readonly code: McpErrorCode;

  constructor(code: McpErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}

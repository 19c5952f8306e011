/** JSON-RPC error codes: the body is not valid JSON, and internal error. */
export const PARSE_ERROR = -32700;
export const INTERNAL_ERROR = -32603;
/** Error codes of MCP's HTTP transport: the request was refused, and the session does not exist. */
export const REFUSED = -32000;
export const NO_SESSION = -32001;

/**
 * Creates an HTTP response with a JSON-RPC error, for a message that is refused before it is
 * handled as a request.
 */
export function createErrorResponse(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

/** JSON-RPC error codes. */
export const PARSE_ERROR = -32700;
export const INTERNAL_ERROR = -32603;
/** Error codes of MCP's HTTP transport. */
export const REFUSED = -32000;
export const NO_SESSION = -32001;

/** Creates the error response to a message that is rejected before it is handled as a request. */
export function createRpcErrorResponse(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

export function createShutdownResponse(): Response {
  return createRpcErrorResponse(503, REFUSED, 'the environment is shutting down');
}

export function createInternalErrorResponse(): Response {
  const message = 'the environment failed to answer this request';
  return createRpcErrorResponse(500, INTERNAL_ERROR, message);
}

/** JSON-RPC's codes for a body that is not JSON and for internal errors. */
export const PARSE_ERROR = -32700;
export const INTERNAL_ERROR = -32603;
/** The codes that MCP uses for refusals by the transport. */
export const REFUSED = -32000;
export const NO_SESSION = -32001;

/** A refusal in the protocol's own form, for a message that does not become a request. */
export function refusal(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

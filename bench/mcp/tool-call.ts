const VERSION = '2026-07-28';

/** The headers of a call of a tool in the stateless era: everything a server needs is in the request. */
export function headersOfCall(tool: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': 'tools/call',
    'mcp-name': tool,
  };
}

export function bodyOfCall(
  tool: string,
  args: Readonly<Record<string, string>>,
  number: number,
): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: number,
    method: 'tools/call',
    params: {
      name: tool,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      },
    },
  });
}

/** A result as a tool gives it, before its fields are looked at. */
export interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** The result in an answer to the call of that number, which may be JSON or one server-sent event. */
export function resultIn(answer: string, number: number): CallResult | undefined {
  const json = answer.startsWith('{') ? answer : (/^data: (\{.*)$/m.exec(answer)?.[1] ?? 'null');
  const { id, result } = (JSON.parse(json) ?? {}) as { id?: unknown; result?: CallResult };
  return id === number ? result : undefined;
}

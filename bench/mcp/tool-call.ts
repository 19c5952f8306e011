const VERSION = '2026-07-28';

/**
 * Returns the headers of a stateless tool call: the request contains everything that a server
 * needs.
 */
export function createCallHeaders(tool: string): Readonly<Record<string, string>> {
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

/** An unvalidated tool result. */
export interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the result in an answer to the call with that number; the answer is JSON or one
 * server-sent event.
 */
export function parseResult(answer: string, number: number): CallResult | undefined {
  const json = answer.startsWith('{') ? answer : (/^data: (\{.*)$/m.exec(answer)?.[1] ?? 'null');
  const { id, result } = (JSON.parse(json) ?? {}) as { id?: unknown; result?: CallResult };
  return id === number ? result : undefined;
}

const VERSION = '2026-07-28';

export const TOOL = 'get_weather';

/** A call of the tool in the modern, stateless era: everything a server needs is in the request. */
export const MCP_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': VERSION,
  'mcp-method': 'tools/call',
  'mcp-name': TOOL,
};

export function callBody(number: number): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: number,
    method: 'tools/call',
    params: {
      name: TOOL,
      arguments: { location: cityOf(number) },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      },
    },
  });
}

export interface Weather {
  readonly location: string;
  readonly tempF: number;
}

/** What the tool returns, on every server. */
export function weatherIn(location: string): Weather {
  return { location, tempF: 72 };
}

/** What is wrong with an answer, which may come as JSON or as one server-sent event. */
export function wrongWithResult(answer: string, number: number): string | undefined {
  const json = answer.startsWith('{') ? answer : (/^data: (\{.*)$/m.exec(answer)?.[1] ?? 'null');
  const { id, result } = (JSON.parse(json) ?? {}) as { id?: unknown; result?: WireResult };
  if (id !== number || !result || result.isError) return `no result in ${answer}`;
  const { location, tempF } = result.structuredContent ?? {};
  const isRight = location === cityOf(number) && tempF === 72;
  return isRight ? undefined : `other weather: ${answer}`;
}

interface WireResult {
  readonly isError?: boolean;
  readonly structuredContent?: Partial<Weather>;
}

function cityOf(number: number): string {
  return `city ${number}`;
}

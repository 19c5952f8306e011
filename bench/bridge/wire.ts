import { textOf } from '../a2a/wire.ts';

const VERSION = '2026-07-28';
const TOOL = 'call_agent';

/** A call of the tool in the stateless era: everything a server needs is in the request. */
export const CALL_HEADERS: Readonly<Record<string, string>> = {
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
      arguments: { agent: 'echo', message: textOf(number) },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      },
    },
  });
}

/** What is wrong with an answer that should be the report of a completed task. */
export function wrongWithReport(answer: string, number: number): string | undefined {
  const json = answer.startsWith('{') ? answer : (/^data: (\{.*)$/m.exec(answer)?.[1] ?? 'null');
  const { id, result } = (JSON.parse(json) ?? {}) as { id?: unknown; result?: WireResult };
  const report = result?.structuredContent;
  if (id !== number || !report) return `no report in ${answer}`;
  const isRight = report.state === 'completed' && report.answer === textOf(number);
  return isRight ? undefined : `other answer: ${answer}`;
}

interface WireResult {
  readonly structuredContent?: { readonly state?: string; readonly answer?: string };
}

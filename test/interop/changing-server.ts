/**
 * An MCP server on standard input and output. It lists the tools of the JSON file that is its argument, as the file is
 * at that time, and returns `done` from every call.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

const [, , file = ''] = process.argv;

function answer({ method, params }: Request): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'changing', version: '1' },
      };
    case 'tools/list':
      return { tools: JSON.parse(readFileSync(file, 'utf8')) as object[] };
    case 'tools/call':
      return { content: [{ type: 'text', text: 'done' }] };
    default:
      return {};
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) continue;
  const result = answer(request);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result })}\n`);
}

/**
 * A server of tools that does not end when its input does, as many published ones: a timer keeps it
 * alive. Arguments: a mark by which it is found, milliseconds until it reads, and `deaf` to stay when
 * it receives SIGTERM.
 */
import { createInterface } from 'node:readline';

const [, , , delay = '0', hearing = ''] = process.argv;
if (hearing === 'deaf') process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1000);

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'lasting', version: '1' },
  },
  'tools/list': { tools: [{ name: 'ok', description: 'ok', inputSchema: { type: 'object' } }] },
};

setTimeout(() => {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line) as { id?: number; method: string };
    if (id === undefined) return;
    const result = RESULTS[method];
    const answer = result ? { result } : { error: { code: -32_601, message: 'no' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  });
}, Number(delay));

// A stock over MCP, by standard input and output, which needs nothing but Node.
import { createInterface } from 'node:readline';

const ANY = { type: 'object' };
const TOOLS = [
  { name: 'count', description: 'Counts what is there.', inputSchema: ANY },
  { name: 'order', description: 'Orders more.', inputSchema: ANY },
  { name: 'burn', description: 'Burns the stock down.', inputSchema: ANY },
];

const CALLS = {
  count: ({ what }) => ({ what, count: 3, token: process.env.STOCK_TOKEN }),
  order: ({ what, count }) => ({ what, count }),
  burn: () => ({ burnt: true }),
};

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'stock', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': ({ name, arguments: args = {} }) => ({
    content: [{ type: 'text', text: JSON.stringify(CALLS[name](args)) }],
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = METHODS[method];
  const body = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `there is no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}

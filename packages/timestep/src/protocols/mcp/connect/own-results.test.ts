import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolEnvironment, ToolResult } from '#engine/port';
import { connectEnvironment } from './connect-environment.ts';

/** Tools by name: the output schema, and the result that the server sends. */
const TOOLS = {
  mismatch: [
    { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    { content: [{ type: 'text', text: 'Booked seat 1.' }], structuredContent: { id: 'x' } },
  ],
  missing: [
    { type: 'object', properties: { id: { type: 'integer' } } },
    { content: [{ type: 'text', text: 'Booked seat 2.' }] },
  ],
  unreadable: [
    { type: 'object', properties: { id: { type: 'string', pattern: '(?i)^a' } } },
    { content: [{ type: 'text', text: 'Booked seat 3.' }], structuredContent: { id: 'A' } },
  ],
  unknown: [
    undefined,
    {
      content: [
        { type: 'text', text: 'Booked seat 4.' },
        { type: 'map', x: 1 },
      ],
    },
  ],
  broken: [
    undefined,
    { content: [{ type: 'text' }, null, { type: 'text', text: 'Booked seat 5.' }] },
  ],
  fits: [
    { type: 'object', properties: { id: { type: 'integer' } } },
    { content: [{ type: 'text', text: 'Booked seat 6.' }], structuredContent: { id: 6 } },
  ],
} as const;

const SERVER = `
const tools = ${JSON.stringify(TOOLS)};
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: Object.entries(tools).map(([name, [outputSchema]]) => ({ name, inputSchema: { type: 'object' }, ...(outputSchema && { outputSchema }) })) }),
  'tools/call': ({ name }) => tools[name][1],
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: 'no' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\\n');
});
`;

describe('a result of a call that has run', () => {
  let environment: ToolEnvironment & { close(): Promise<void> };

  beforeAll(async () => {
    environment = await connectEnvironment({ command: process.execPath, args: ['-e', SERVER] });
    await environment.listTools(AbortSignal.timeout(20_000));
  });

  afterAll(() => environment.close());

  const call = async (name: string): Promise<ToolResult> =>
    environment.callTool(
      { id: 'c', name, arguments: {} },
      { key: 'k', attempt: 1, signal: AbortSignal.timeout(20_000) },
    );

  it.each([
    ['mismatch', /^Booked seat 1\.\n\[the data does not match its schema .*"id":"x"/s],
    ['missing', /^Booked seat 2\.\n\[the result lacks the data/],
    ['unreadable', /^Booked seat 3\.$/],
    ['unknown', /^Booked seat 4\.\n\[a block of the unsupported type map: .*"x":1/s],
    ['broken', /unsupported type text.*unsupported type unknown.*Booked seat 5\.$/s],
    ['fits', /^Booked seat 6\.$/],
  ])('is passed on, with a remark on what is wrong: %s', async (name, content) => {
    const result = await call(name);
    expect(result.content).toMatch(content);
    expect(result.isError).toBeUndefined();
  });
});

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
  plain: [undefined, { content: 'Booked seat 7.', extra: 1 }],
  bare: [undefined, { structuredContent: { seat: 8 } }],
  legacy: [undefined, { toolResult: 'Booked seat 9.' }],
  refused: [
    undefined,
    { content: [{ type: 'text', text: 'No.' }], structuredContent: { why: 'full' }, isError: true },
  ],
  long: [undefined, { content: [{ type: 'text', text: 'LONG' }] }],
  fits: [
    { type: 'object', properties: { id: { type: 'integer' } } },
    { content: [{ type: 'text', text: 'Booked seat 6.' }], structuredContent: { id: 6 } },
  ],
} as const;

const SERVER = `
const tools = ${JSON.stringify(TOOLS)};
tools.long[1].content[0].text = 'Booked. '.repeat(40_000);
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
    [
      'mismatch',
      /^Booked seat 1\.\n\[data: \{"id":"x"\}\]\n\[the data does not match its schema: /,
    ],
    ['missing', /^Booked seat 2\.\n\[the result lacks the data/],
    ['unreadable', /^Booked seat 3\.\n\[data: \{"id":"A"\}\]$/],
    ['unknown', /^Booked seat 4\.\n\[a block of the unsupported type map: .*"x":1/s],
    ['broken', /unsupported type text.*unsupported type unknown.*Booked seat 5\.$/s],
    ['plain', /^Booked seat 7\.$/],
    ['bare', /^\{"seat":8\}$/],
    ['legacy', /^\[a result: \{"toolResult":"Booked seat 9\."\}\]$/],
    [
      'long',
      /^Booked\. .*\n\[cut: the first 200000 of 320000 characters; to read the rest, .*\]$/s,
    ],
    ['fits', /^Booked seat 6\.$/],
  ])('is passed on, with a remark on what is wrong: %s', async (name, content) => {
    const result = await call(name);
    expect(result.content).toMatch(content);
    expect(result.isError).toBeUndefined();
  });

  it('that is an error tells its data too', async () => {
    expect(await call('refused')).toEqual({
      content: 'No.\n[data: {"why":"full"}]',
      structured: { why: 'full' },
      isError: true,
    });
  });

  it('whose result is too large to be read is said to have run', async () => {
    const target = { command: process.execPath, args: ['-e', SERVER] };
    const bounded = await connectEnvironment(target, { answerLimit: 100_000, patienceMs: 0 });
    onTestFinished(() => bounded.close());
    const result = await bounded.callTool(
      { id: 'c', name: 'long', arguments: {} },
      { key: 'k', attempt: 1, signal: AbortSignal.timeout(20_000) },
    );
    expect(result).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^long (may )?ha(s|ve) run, /),
    });
  });
});

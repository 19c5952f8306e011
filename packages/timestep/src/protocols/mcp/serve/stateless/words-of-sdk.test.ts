import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { JsonObject, JsonValue } from '#core';
import { prepareArgumentsSchema, prepareResultSchema, type SchemaLike } from '#engine/tools';
import { createEnvironmentHandler } from '../handler.ts';
import { askModern, beginSession, post, type Said } from '../requests.fixture.ts';
import { mutationsOf } from './both-ways.fixture.ts';

const INPUT = z.object({ n: z.number(), at: z.object({ x: z.string() }).optional() });
const JSON_INPUT = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 1 } },
  required: ['n'],
  additionalProperties: false,
} as const;
const OUTPUT = z.object({ n: z.number() });

const NAME = 'subject';

/** The SDK itself, which checks arguments and results by the schemas that it is given. */
function bySdk(input: SchemaLike, output: SchemaLike | undefined, result: unknown) {
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'test', version: '1.0.0' });
    const outputSchema = prepareResultSchema(NAME, output)?.standard;
    server.registerTool(
      NAME,
      {
        inputSchema: prepareArgumentsSchema(NAME, input).standard,
        ...(outputSchema && { outputSchema }),
      },
      () => result as CallToolResult,
    );
    return server;
  });
}

function byUs(input: SchemaLike, output: SchemaLike | undefined, result: unknown) {
  const tool = { name: NAME, input, ...(output && { output }), execute: () => result };
  return createEnvironmentHandler({ name: 'test', version: '1.0.0', tools: [tool] });
}

function call(args: JsonValue): { readonly method: string; readonly params: JsonObject } {
  return { method: 'tools/call', params: { name: NAME, arguments: args } };
}

function seen({ status, result, error }: Said): {
  readonly status: number;
  readonly result: Said['result'] | undefined;
  readonly error: Said['error'] | undefined;
} {
  return { status, result, error };
}

function contentOf({ result }: ReturnType<typeof seen>): readonly JsonValue[] {
  const content = result?.['content'];
  return Array.isArray(content) ? content : [];
}

function withoutContent({ result, ...others }: ReturnType<typeof seen>): object {
  return { ...others, ...result, content: [] };
}

describe.each([
  ['zod', INPUT],
  ['JSON Schema', JSON_INPUT],
])('arguments by %s', (_kind, input) => {
  const result = { content: [{ type: 'text', text: 'made' }] };
  const [own, sdk] = [byUs(input, undefined, result), bySdk(input, undefined, result)];

  it('are refused in the words of the SDK', async () => {
    const all = [...mutationsOf({ n: 1, at: { x: 'y' } })].filter(
      (args) => typeof args === 'object' && args !== null && !Array.isArray(args),
    );
    for (const args of all) {
      const [ours, theirs] = [
        await askModern(own, call(args)),
        await askModern((request) => sdk.fetch(request), call(args)),
      ];
      expect({ args, ...seen(ours) }).toEqual({ args, ...seen(theirs) });
    }
  });

  it('are refused in the same words in the 2025 revision', async () => {
    const session = await beginSession(own);
    const asked = { jsonrpc: '2.0', id: 2, ...call({ n: 'one' }) };
    const said = await post(own, asked, session);
    expect(said.result).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^Input validation error: Invalid arguments for tool sub/) },
      ],
    });
  });
});

describe('a result that is not what the tool declares', () => {
  it.each([
    { content: [{ type: 'text', text: 'no data' }] },
    { content: [], structuredContent: { n: 'one' } },
    { content: [], structuredContent: {} },
    { content: [], structuredContent: { n: 1 } },
    { content: [{ type: 'text', text: 'failed' }], isError: true },
  ])('is refused in the words of the SDK, before what it holds: %j', async (result) => {
    const input = { type: 'object' };
    const ours = seen(await askModern(byUs(input, OUTPUT, result), call({})));
    const sdk = bySdk(input, OUTPUT, result);
    const theirs = seen(await askModern((request) => sdk.fetch(request), call({})));
    expect(contentOf(ours)[0]).toEqual(contentOf(theirs)[0]);
    expect(withoutContent(ours)).toEqual(withoutContent(theirs));
    const { content, structuredContent, isError } = {
      structuredContent: undefined,
      isError: false,
      ...result,
    };
    const isRefused = contentOf(theirs).length > 0 && !isError;
    const data = structuredContent && { type: 'text', text: JSON.stringify(structuredContent) };
    const held = [...content, ...(data ? [data] : [])];
    expect(contentOf(ours).slice(1)).toEqual(isRefused ? held : []);
  });
});

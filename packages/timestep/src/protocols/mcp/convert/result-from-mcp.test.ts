import type { CallToolResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { mcpToToolResult } from './result-from-mcp.ts';
import { resultToMcp, createToolError } from './result-to-mcp.ts';

const LIMIT = 1000;
const read = (result: unknown) => mcpToToolResult(result as CallToolResult, LIMIT);

describe('mcpToToolResult', () => {
  it.each([
    { value: 'text', content: 'text' },
    { value: '', content: '' },
    { value: { sum: 3 }, content: '{"sum":3}', structured: { sum: 3 } },
    { value: [1, 2], content: '[1,2]', structured: [1, 2] },
    { value: 7, content: '7' },
    { value: undefined, content: 'null' },
  ])('shows what a function returned: $content', ({ value, ...expected }) => {
    expect(read(resultToMcp(value, false))).toEqual(expected);
  });

  it('keeps errors', () => {
    expect(read(createToolError('no such city'))).toEqual({
      content: 'no such city',
      isError: true,
    });
  });

  it.each([
    {
      block: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      told: '[image image/png, 3 bytes]',
    },
    {
      block: { type: 'audio', mimeType: 'audio/wav', data: 'AA==' },
      told: '[audio audio/wav, 1 bytes]',
    },
    {
      block: { type: 'resource_link', uri: 'notes://1', name: 'one' },
      told: '[resource notes://1: one]',
    },
    {
      block: {
        type: 'resource',
        resource: { uri: 'notes://1', mimeType: 'text/plain', text: 'hi' },
      },
      told: '[resource notes://1 text/plain]\nhi',
    },
    {
      block: { type: 'resource', resource: { uri: 'notes://1', blob: 'AAA=' } },
      told: '[resource notes://1, 2 bytes]',
    },
  ])('names what is not text: $told', ({ block, told }) => {
    expect(read({ content: [{ type: 'text', text: 'see' }, block] }).content).toBe(`see\n${told}`);
  });

  it('shows data that came without text', () => {
    expect(read({ content: [], structuredContent: { a: 1 } })).toEqual({
      content: '{"a":1}',
      structured: { a: 1 },
    });
  });

  it('cuts what is too long, says so, and breaks no character', () => {
    const text = `${'x'.repeat(LIMIT - 1)}😀tail`;
    const { content } = read({ content: [{ type: 'text', text }] });
    expect(content).toBe(
      `${'x'.repeat(LIMIT - 1)}\uFFFD\n[cut: the first ${LIMIT} of ${text.length} characters; to read the rest, call the tool again for a smaller part of its result]`,
    );
    expect(content.isWellFormed()).toBe(true);
  });
});

import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { resultToMcp } from './result-to-mcp.ts';

describe('resultToMcp', () => {
  it('passes results in MCP form on as they are', () => {
    const result = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
    expect(resultToMcp(result, false)).toBe(result);
  });

  it('passes requests for input on as they are', () => {
    const asking = inputRequired({ requestState: 'state' });
    expect(resultToMcp(asking, true)).toBe(asking);
  });

  it.each([
    { why: 'blocks of an unknown kind', value: { content: [{ type: 'chapter', text: 'One' }] } },
    { why: 'a text without text', value: { content: [{ type: 'text' }] } },
    { why: 'an image without its type', value: { content: [{ type: 'image', data: 'AA' }] } },
    { why: 'a type that every object has', value: { content: [{ type: 'toString' }] } },
    { why: 'an empty list that tells nothing', value: { content: [], title: 'Untitled' } },
    { why: 'content that is not a list', value: { content: 'a page' } },
  ])('takes data that only looks like a result for data: $why', ({ value }) => {
    expect(resultToMcp(value, false)).toEqual({
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
    });
  });

  it('gives a declared output in structured form whatever its type', () => {
    expect(resultToMcp('sunny', true)).toEqual({
      content: [{ type: 'text', text: 'sunny' }],
      structuredContent: 'sunny',
    });
    expect(resultToMcp(undefined, true)).toMatchObject({ structuredContent: null });
  });
});

import { parseProtocolResult } from '../serve/calls/outcome-to-mcp.ts';
import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { resultToMcp } from './result-to-mcp.ts';

/** What a tool returned, as MCP has it. */
function sent(value: unknown, declared: boolean): object {
  const form = parseProtocolResult(value);
  return form?.is === 'raw' ? form.raw : resultToMcp(value, declared);
}

describe('resultToMcp', () => {
  it('passes results in MCP form on as they are', () => {
    const result = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
    expect(sent(result, false)).toBe(result);
  });

  it('passes requests for input on as they are', () => {
    const asking = inputRequired({ requestState: 'state' });
    expect(sent(asking, true)).toBe(asking);
  });

  it.each([
    { why: 'blocks of an unknown kind', value: { content: [{ type: 'chapter', text: 'One' }] } },
    { why: 'a text without text', value: { content: [{ type: 'text' }] } },
    { why: 'an image without its type', value: { content: [{ type: 'image', data: 'AA' }] } },
    { why: 'a type that every object has', value: { content: [{ type: 'toString' }] } },
    { why: 'an empty list that tells nothing', value: { content: [], title: 'Untitled' } },
    { why: 'content that is not a list', value: { content: 'a page' } },
  ])('takes data that only looks like a result for data: $why', ({ value }) => {
    expect(sent(value, false)).toEqual({
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
    });
  });

  it('gives a declared output in structured form whatever its type', () => {
    expect(sent('sunny', true)).toEqual({
      content: [{ type: 'text', text: 'sunny' }],
      structuredContent: 'sunny',
    });
    expect(sent(undefined, true)).toMatchObject({ structuredContent: null });
  });
});

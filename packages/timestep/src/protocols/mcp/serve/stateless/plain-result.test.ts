import { expect, it } from 'vitest';
import { buildResultIfCertainlyValid } from './plain-result.ts';

const serverInfo = { name: 'test', version: '1' };
const content = [{ type: 'text', text: 'a' }];

it('writes text and structured content in the order of the protocol', () => {
  const given = { isError: true, structuredContent: [1], content, _meta: { a: 1 } };
  expect(JSON.stringify(buildResultIfCertainlyValid(given, serverInfo))).toBe(
    '{"_meta":{"a":1,"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1"}},' +
      '"content":[{"type":"text","text":"a"}],"structuredContent":[1],"isError":true,"resultType":"complete"}',
  );
});

it.each([
  { content: 'a' },
  { content: [{ type: 'text', text: 1 }] },
  { content: [{ type: 'text', text: 'a', annotations: {} }] },
  { content: [], structuredContent: [1] },
  { content, isError: 1 },
  { content, _meta: [] },
  { content, more: 1 },
  { content, resultType: 'complete' },
])('leaves it to the SDK to judge %j', (given) => {
  expect(buildResultIfCertainlyValid(given, serverInfo)).toBeUndefined();
});

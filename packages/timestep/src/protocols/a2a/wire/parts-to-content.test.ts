import { expect, it } from 'vitest';
import { createFields, omitUndefined, type ContentPart, type JsonValue } from '#core';
import { FIELD_RULES } from './a2a-fields.ts';
import { contentToParts } from './content-to-parts.ts';
import { partsToContent } from './parts-to-content.ts';
import type { WirePart } from './wire-types.ts';

const read = (parts: JsonValue | undefined, resultsInText = false) =>
  partsToContent(createFields(omitUndefined({ parts }), FIELD_RULES, 'message'), { resultsInText });

it.each<[string, WirePart, ContentPart]>([
  ['text', { text: 'hello' }, { type: 'text', text: 'hello' }],
  ['empty text', { text: '' }, { type: 'text', text: '' }],
  [
    'data',
    { data: { a: [1, null] }, mediaType: 'application/json' },
    { type: 'data', data: { a: [1, null] } },
  ],
  ['null', { data: null, mediaType: 'application/json' }, { type: 'data', data: null }],
  [
    'an image inside',
    { raw: 'aGk=', mediaType: 'image/png' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
  ],
  [
    'an image elsewhere',
    { url: 'https://x.example/a', mediaType: 'image/*' },
    { type: 'image_url', image_url: { url: 'https://x.example/a' } },
  ],
  [
    'a file inside',
    { raw: 'aGk=', mediaType: 'application/pdf', filename: 'a.pdf' },
    {
      type: 'file',
      file: {
        url: 'data:application/pdf;base64,aGk=',
        filename: 'a.pdf',
        media_type: 'application/pdf',
      },
    },
  ],
  [
    'a file elsewhere',
    { url: 'https://x.example/a.pdf', filename: 'a.pdf' },
    { type: 'file', file: { url: 'https://x.example/a.pdf', filename: 'a.pdf' } },
  ],
  [
    'a text of which more is said',
    { text: '# hi', mediaType: 'text/markdown', filename: 'a.md', metadata: { from: 'me' } },
    {
      type: 'text',
      text: '# hi',
      media_type: 'text/markdown',
      filename: 'a.md',
      metadata: { from: 'me' },
    },
  ],
  [
    'data with a name',
    { data: [1], mediaType: 'application/vnd.x+json', filename: 'a.json', metadata: { n: 1 } },
    {
      type: 'data',
      data: [1],
      media_type: 'application/vnd.x+json',
      filename: 'a.json',
      metadata: { n: 1 },
    },
  ],
  [
    'an image with a name',
    { url: 'https://x.example/a', mediaType: 'image/png', filename: 'a.png', metadata: { n: 1 } },
    {
      type: 'image_url',
      image_url: { url: 'https://x.example/a' },
      media_type: 'image/png',
      filename: 'a.png',
      metadata: { n: 1 },
    },
  ],
  [
    'an image inside, with a name',
    { raw: 'aGk=', mediaType: 'image/png', filename: 'a.png' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' }, filename: 'a.png' },
  ],
  [
    'a file of which more is said',
    { url: 'https://x.example/a.pdf', metadata: { page: 3 } },
    { type: 'file', file: { url: 'https://x.example/a.pdf' }, metadata: { page: 3 } },
  ],
])('takes %s there and back', (_name, part, content) => {
  expect(read([part as unknown as JsonValue])).toEqual({
    content: [content],
    results: [],
    approvals: [],
  });
  expect(contentToParts([content])).toEqual([part]);
});

it('writes plain text as one part', () => {
  expect(contentToParts('hello')).toEqual([{ text: 'hello' }]);
});

it('keeps a data URL that is not base64 as an address', () => {
  const url = 'data:text/plain,hello';
  expect(contentToParts([{ type: 'file', file: { url } }])).toEqual([{ url }]);
});

it('tells results from words', () => {
  const parts = [{ data: { tool_results: [{ call_id: 'c', output: 'sunny' }] } }, { text: 'and?' }];
  expect(read(parts)).toEqual({
    content: [{ type: 'text', text: 'and?' }],
    results: [{ callId: 'c', output: 'sunny' }],
    approvals: [],
  });
});

it('takes results written as text where there can be results, and only then', () => {
  const text = JSON.stringify({ tool_results: [{ call_id: 'c', output: 'sunny' }] });
  expect(read([{ text }], true)).toEqual({
    content: [],
    results: [{ callId: 'c', output: 'sunny' }],
    approvals: [],
  });
  expect(read([{ text }]).results).toEqual([]);
  const quoted = 'what does {"tool_results"} mean?';
  expect(read([{ text: quoted }], true).content).toEqual([{ type: 'text', text: quoted }]);
});

it.each<[string, JsonValue | undefined, string]>([
  ['missing', undefined, 'message.parts must be an array of parts'],
  ['no array', { text: 'hello' }, 'message.parts must be an array of parts'],
  ['empty', [], 'message.parts must contain at least one part'],
  ['a string', ['hello'], 'message.parts[0] must be an object'],
  ['an array', [[]], 'message.parts[0] must be an object'],
  ['without content', [{}], 'message.parts[0] must contain exactly one of text, raw, url and data'],
  [
    'of two contents',
    [{ text: 'a', url: 'https://b.example' }],
    'message.parts[0] must contain exactly one of text, raw, url and data',
  ],
  ['of a number as text', [{ text: 7 }], 'message.parts[0].text must be a string'],
  ['not base64', [{ raw: 'a b' }], 'message.parts[0].raw must be base64'],
  [
    'with a number as name',
    [{ text: 'a', filename: 7 }],
    'message.parts[0].filename must be a string',
  ],
  [
    'with a list as metadata',
    [{ text: 'a' }, { text: 'b', metadata: [] }],
    'message.parts[1].metadata must be an object',
  ],
])('refuses parts that are %s', (_name, parts, message) => {
  expect(() => read(parts)).toThrow(expect.objectContaining({ code: 'invalid-params', message }));
});

it.each(['file:///etc/passwd', 'ftp://x.example/a', 'javascript:alert(1)', ''])(
  'refuses the address "%s"',
  (url) => {
    expect(() => read([{ url }])).toThrow(
      expect.objectContaining({ code: 'content-type-not-supported' }),
    );
  },
);

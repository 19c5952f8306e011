import { describe, expect, it } from 'vitest';
import type { Message } from '#core';
import { readRefusal, readTokenCounts } from './read-refusal.ts';

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } } as const;
const messages: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'yes' },
  { role: 'assistant', content: 'What?' },
  { role: 'user', content: 'yes' },
  { role: 'user', content: [{ type: 'text', text: 'look' }, image] },
];

function read(message: string, body: object, code = 'bad-request' as const) {
  const toToolName = (name: string): string => name.replace('_', '.');
  const thrown = { message, responseBody: '', requestBodyValues: body };
  return readRefusal(code, thrown, { messages, tools: ['notes.add'], toToolName });
}

const body = {
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'yes' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'What?' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'yes' },
        { type: 'text', text: 'look' },
        { type: 'image', source: { type: 'base64', data: 'AAAA' } },
      ],
    },
  ],
  tools: [{ name: 'notes_add', input_schema: {} }],
};

describe('readRefusal', () => {
  it('finds the part at the place that the provider names', () => {
    expect(read('messages.2.content.2.image.source.base64: bad', body)).toEqual({
      reason: 'content',
      parts: [{ message: 4, part: 1 }],
    });
    expect(read('messages.2.content.1: bad', body)?.parts).toEqual([{ message: 4, part: 0 }]);
  });

  it('tells equal messages apart by what stands before them', () => {
    expect(read('messages.2.content.0: bad', body)?.parts).toEqual([{ message: 3 }]);
    expect(read('messages.0.content.0: bad', body)?.parts).toEqual([{ message: 1 }]);
  });

  it('finds the tool by its place or its name', () => {
    const tool = [{ tool: 'notes.add' }];
    expect(read('tools.0.custom.input_schema: bad', body)?.parts).toEqual(tool);
    expect(read("Invalid schema for function 'notes_add'", {})?.parts).toEqual(tool);
    expect(read("Invalid schema for function 'other'", {})?.parts).toEqual([]);
    const gemini = { tools: [{ functionDeclarations: [{ name: 'notes_add' }] }] };
    const path = 'GenerateContentRequest.tools[0].function_declarations[0].parameters: bad';
    expect(read(path, gemini)?.parts).toEqual(tool);
  });

  it('keeps as much of a text as the provider accepts', () => {
    const error = {
      message: "Invalid 'messages[2].content[1].text': string too long.",
      code: 'string_above_max_length',
    };
    const text = `Expected a string with maximum length 9300, but got 20000. ${JSON.stringify(error)}`;
    const parts = [{ message: 4, part: 0, keep: 9000 }];
    expect(read(text, body)).toEqual({ reason: 'content', parts });
    expect(read(text.replace('9300', '64'), body)?.parts).toEqual([{ message: 4, part: 0 }]);
  });

  it('knows no part at a place that does not exist, or outside of messages and tools', () => {
    expect(read('messages.9.content.1: bad', body)?.parts).toEqual([]);
    expect(read('{"param":"temperature"}', body)).toBeUndefined();
    expect(readRefusal('overloaded', {}, { messages, tools: [], toToolName: String })).toBe(
      undefined,
    );
  });
});

it.each([
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 208010 tokens.",
    { limitTokens: 128_000, requestTokens: 208_010 },
  ],
  [
    'prompt is too long: 210000 tokens > 200000 maximum',
    { limitTokens: 200_000, requestTokens: 210_000 },
  ],
  [
    'The input token count (1,200,000) exceeds the maximum number of tokens allowed (1,048,576).',
    { limitTokens: 1_048_576, requestTokens: 1_200_000 },
  ],
  ['the request exceeds the available context size of 8192 tokens', { limitTokens: 8192 }],
  ['Input is too long for claude-sonnet-4-20250514.', {}],
])('reads the window from "%s"', (text, counts) => {
  expect(readTokenCounts(text)).toEqual(counts);
});

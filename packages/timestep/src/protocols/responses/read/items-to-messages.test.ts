import { describe, expect, it } from 'vitest';
import type { JsonValue, Message, ToolCall } from '#core';
import { readItems } from './read-items.ts';
import { itemsToMessages } from './items-to-messages.ts';

function call(id: string, name = 'f'): ToolCall {
  return { id, type: 'function', function: { name, arguments: '{}' } };
}

function asked(id: string, name = 'f'): JsonValue {
  return { type: 'function_call', call_id: id, name, arguments: '{}' };
}

function output(id: string, text: string): JsonValue {
  return { type: 'function_call_output', call_id: id, output: text };
}

function ran(id: string, text: string): JsonValue {
  return { type: 'mcp_call', id, name: 'g', arguments: '{}', output: text };
}

const USER = { role: 'user', content: 'go' } as const;
const TOOL = (id: string, content: string): Message => ({
  role: 'tool',
  tool_call_id: id,
  content,
});
const SAID = (text: string) => ({ role: 'assistant', content: text }) as const;

function read(input: readonly JsonValue[], open: readonly ToolCall[] = []): Message[] {
  return itemsToMessages(readItems(input, 'k', new Map()), open);
}

describe('itemsToMessages', () => {
  it.each<[string, readonly JsonValue[], readonly Message[]]>([
    ['a user message of one text', [USER], [USER]],
    [
      'a developer message, as a system message',
      [{ role: 'developer', content: [{ type: 'input_text', text: 'a' }] }, USER],
      [{ role: 'system', content: 'a' }, USER],
    ],
    [
      'images and files, with what is said of them',
      [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'https://x.example/a.png', detail: 'low' },
            { type: 'input_image', image_url: 'https://x.example/b.png' },
            { type: 'input_file', file_data: 'data:text/csv;base64,YQ==', filename: 'a.csv' },
            { type: 'input_file', file_url: 'https://x.example/a.pdf' },
          ],
        },
      ],
      [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://x.example/a.png', detail: 'low' } },
            { type: 'image_url', image_url: { url: 'https://x.example/b.png' } },
            { type: 'file', file: { url: 'data:text/csv;base64,YQ==', filename: 'a.csv' } },
            { type: 'file', file: { url: 'https://x.example/a.pdf' } },
          ],
        },
      ],
    ],
    [
      'assistant messages that follow each other, as they are',
      [SAID('hm'), { ...SAID('so'), phase: 'final_answer' }, USER],
      [SAID('hm'), SAID('so'), USER],
    ],
    [
      'calls side by side, as one message with their results behind it',
      [USER, asked('a'), asked('b'), output('b', '2'), output('a', '1')],
      [
        USER,
        { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
        TOOL('a', '1'),
        TOOL('b', '2'),
      ],
    ],
    [
      'text and call of one turn, as one message',
      [SAID('let me see'), asked('a'), output('a', '1')],
      [{ ...SAID('let me see'), tool_calls: [call('a')] }, TOOL('a', '1')],
    ],
    [
      'text behind the call, with the call',
      [asked('a'), SAID('looking'), output('a', '1')],
      [{ ...SAID('looking'), tool_calls: [call('a')] }, TOOL('a', '1')],
    ],
    [
      'calls one after the other, in turns',
      [asked('a'), output('a', '1'), asked('b'), output('b', '2')],
      [
        { role: 'assistant', content: null, tool_calls: [call('a')] },
        TOOL('a', '1'),
        { role: 'assistant', content: null, tool_calls: [call('b')] },
        TOOL('b', '2'),
      ],
    ],
    [
      'an id that is used again, with its own result each time',
      [asked('a'), output('a', '1'), asked('a'), output('a', '2')],
      [
        { role: 'assistant', content: null, tool_calls: [call('a')] },
        TOOL('a', '1'),
        { role: 'assistant', content: null, tool_calls: [call('a')] },
        TOOL('a', '2'),
      ],
    ],
    [
      'a result that comes after other things, behind its call',
      [asked('a'), USER, output('a', '1')],
      [{ role: 'assistant', content: null, tool_calls: [call('a')] }, TOOL('a', '1'), USER],
    ],
    [
      'calls that this side made, each with its result',
      [ran('m1', '1'), ran('m2', '2'), SAID('done')],
      [
        { role: 'assistant', content: null, tool_calls: [call('m1', 'g')] },
        TOOL('m1', '1'),
        { role: 'assistant', content: null, tool_calls: [call('m2', 'g')] },
        TOOL('m2', '2'),
        SAID('done'),
      ],
    ],
    [
      'a call of this side beside one of the caller',
      [asked('a'), ran('m', '2'), output('a', '1')],
      [
        { role: 'assistant', content: null, tool_calls: [call('a'), call('m', 'g')] },
        TOOL('a', '1'),
        TOOL('m', '2'),
      ],
    ],
    [
      'no call that was broken off',
      [
        USER,
        { type: 'function_call', status: 'incomplete', call_id: 'a', name: 'f', arguments: '' },
      ],
      [USER],
    ],
  ])('reads %s', (_name, input, messages) => {
    expect(read(input)).toEqual(messages);
  });

  it('keeps images and files of a user', () => {
    const content = [
      { type: 'input_text', text: 'look' },
      { type: 'input_image', image_url: 'https://example.org/a.png' },
      { type: 'input_file', filename: 'a.pdf', file_url: 'https://example.org/a.pdf' },
    ];
    expect(read([{ role: 'user', content }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
          { type: 'file', file: { url: 'https://example.org/a.pdf', filename: 'a.pdf' } },
        ],
      },
    ]);
  });

  it('answers open calls of the conversation first, in their order', () => {
    const input = [USER, output('b', '2'), output('a', '1')];
    expect(read(input, [call('a'), call('b')])).toEqual([TOOL('a', '1'), TOOL('b', '2'), USER]);
  });

  it.each<[string, readonly JsonValue[], readonly ToolCall[], string]>([
    ['a call without an output', [asked('a'), USER], [], 'missing_tool_output'],
    ['an open call without an output', [USER], [call('a')], 'missing_tool_output'],
    ['an output without a call', [output('a', '1'), USER], [], 'unknown_call_id'],
    ['a second output', [asked('a'), output('a', '1'), output('a', '2')], [], 'unknown_call_id'],
    ['an output of another call', [output('b', '1')], [call('a')], 'missing_tool_output'],
  ])('refuses %s', (_name, input, open, code) => {
    expect(() => read(input, open)).toThrow(
      expect.objectContaining({ status: 400, param: 'input', code }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core';
import type { Item } from '../wire/response-item.ts';
import { readItems, collectReferencedIds } from './read-items.ts';

const STORED: Item = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1',
  name: 'f',
  arguments: '{}',
};

function read(input: string | readonly JsonValue[]) {
  return readItems(input, 'k', new Map([['fc_1', STORED]]));
}

describe('readItems', () => {
  it('reads a text as the message of a user', () => {
    const content = [{ type: 'input_text', text: 'hi' }];
    const message = { type: 'message', status: 'completed', role: 'user', content };
    expect(read('hi')).toEqual([{ id: 'msg_k_in_0', ...message }]);
    expect(read([{ role: 'user', content: 'hi' }])).toEqual([{ id: 'msg_k_in_0', ...message }]);
  });

  it('reads messages of every role, with parts, an id or a phase', () => {
    const text = (type: string) => [{ type, text: 'x', unknown: 1 }];
    const items = read([
      { type: 'message', role: 'developer', content: 'be brief' },
      { role: 'system', content: text('input_text') },
      { role: 'assistant', id: 'msg_7', phase: 'commentary', content: text('output_text') },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      { role: 'assistant', content: 'plain' },
    ]);
    expect(items.map((item) => [item.id, item.type === 'message' && item.content[0]])).toEqual([
      ['msg_k_in_0', { type: 'input_text', text: 'be brief' }],
      ['msg_k_in_1', { type: 'input_text', text: 'x' }],
      ['msg_7', { type: 'output_text', text: 'x', annotations: [], logprobs: [] }],
      ['msg_k_in_3', { type: 'refusal', refusal: 'no' }],
      ['msg_k_in_4', { type: 'output_text', text: 'plain', annotations: [], logprobs: [] }],
    ]);
  });

  it('reads images and files by address or content', () => {
    const content = [
      { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
      { type: 'input_file', file_url: 'https://example.org/a.pdf' },
      { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,AA==' },
      { type: 'input_file', file_data: 'AA==' },
    ];
    const [message] = read([{ role: 'user', content }]);
    expect(message).toMatchObject({
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' },
        { type: 'input_file', file_url: 'https://example.org/a.pdf' },
        { filename: 'b.pdf', file_url: 'data:application/pdf;base64,AA==' },
        { file_url: 'data:application/octet-stream;base64,AA==' },
      ],
    });
  });

  it('reads calls and their outputs, whoever made the call', () => {
    const items = read([
      { type: 'function_call', call_id: 'c', name: 'f', arguments: { a: 1 }, caller: null },
      {
        type: 'function_call_output',
        call_id: 'c',
        output: [
          { type: 'input_text', text: 'one' },
          { type: 'input_image', image_url: 'https://example.org/a.png' },
          { type: 'input_file', filename: 'f.txt', file_data: 'AA==' },
        ],
      },
      { type: 'mcp_call', id: 'm1', server_label: 's', name: 'g', arguments: '{}', output: 'two' },
      { type: 'mcp_call', name: 'h', arguments: '{}', error: 'broken' },
      {
        type: 'mcp_call',
        name: 'h',
        arguments: '{}',
        error: { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'worse' }] },
      },
    ]);
    expect(items).toMatchObject([
      { id: 'fc_k_in_0', call_id: 'c', arguments: '{"a":1}' },
      { id: 'fco_k_in_1', call_id: 'c', output: 'one\n[image]\n[file f.txt]' },
      { id: 'm1', status: 'completed', output: 'two', error: null },
      { id: 'mcp_k_in_3', status: 'failed', error: { content: [{ text: 'broken' }] } },
      { status: 'failed', error: { content: [{ text: 'worse' }] } },
    ]);
  });

  it('puts stored items in place of references, once each', () => {
    const reference = { type: 'item_reference', id: 'fc_1' };
    const input = [reference, reference, { id: 'fc_1' }];
    expect(collectReferencedIds(input)).toEqual(['fc_1']);
    expect(read(input)).toEqual([STORED]);
    expect(collectReferencedIds('text')).toEqual([]);
  });

  it('leaves out items that mean nothing here', () => {
    const input = [
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { type: 'custom_tool_call_output', call_id: 'x', output: '' },
      { role: 'user', content: 'hi' },
    ];
    expect(read(input)).toHaveLength(1);
  });

  it.each<[string, JsonValue, number, string]>([
    ['a text among items', 'x', 400, 'input[0]'],
    ['nothing known', { type: 'web_search_call' }, 400, 'input'],
    ['an unknown role', { role: 'tool', content: 'x' }, 400, 'input[0].role'],
    ['a message without a role', { type: 'message', content: 'x' }, 400, 'input[0].role'],
    ['a message without content', { role: 'user' }, 400, 'input[0].content'],
    ['content that is a number', { role: 'user', content: 1 }, 400, 'input[0].content'],
    [
      'a part of another type',
      { role: 'user', content: [{ type: 'input_audio' }] },
      400,
      'input[0].content[0].type',
    ],
    ['a part as text', { role: 'user', content: ['x'] }, 400, 'input[0].content[0]'],
    [
      'an image by address and by file id',
      { role: 'user', content: [{ type: 'input_image', image_url: 'data:,', file_id: 'f' }] },
      400,
      'input[0].content[0].file_id',
    ],
    [
      'an image of this machine',
      { role: 'user', content: [{ type: 'input_image', image_url: 'file:///etc/passwd' }] },
      400,
      'input[0].content[0].image_url',
    ],
    [
      'a file that is nowhere',
      { role: 'user', content: [{ type: 'input_file', filename: 'f' }] },
      400,
      'input[0].content[0].file_data',
    ],
    ['a call without an id', { type: 'function_call', name: 'f' }, 400, 'input[0].call_id'],
    [
      'arguments that are a list',
      { type: 'function_call', call_id: 'c', name: 'f', arguments: [] },
      400,
      'input[0].arguments',
    ],
    [
      'an output that is missing',
      { type: 'function_call_output', call_id: 'c' },
      400,
      'input[0].output',
    ],
    ['a type that is a number', { type: 7, role: 'user' }, 400, 'input[0].type'],
    ['a reference to nothing', { type: 'item_reference', id: 'msg_9' }, 404, 'input'],
  ])('refuses %s', (_name, item, status, param) => {
    expect(() => read([item])).toThrow(expect.objectContaining({ status, param }));
  });
});

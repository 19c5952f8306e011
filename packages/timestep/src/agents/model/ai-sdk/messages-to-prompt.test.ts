import { describe, expect, it } from 'vitest';
import type { Message, ToolCall } from '#core';
import { messagesToPrompt } from './messages-to-prompt.ts';

function call(id: string, name: string, args: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: args } };
}

describe('messagesToPrompt', () => {
  it('converts a conversation with tools, results of one reply together', () => {
    const messages: Message[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'weather and time?' },
      {
        role: 'assistant',
        content: 'One moment.',
        tool_calls: [call('a', 'weather', '{"city":"Oakland"}'), call('b', 'time', '')],
      },
      { role: 'tool', tool_call_id: 'a', content: 'sunny' },
      { role: 'tool', tool_call_id: 'b', content: 'noon' },
      { role: 'assistant', content: 'Sunny, noon.' },
    ];
    expect(messagesToPrompt(messages, 'any')).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'weather and time?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'One moment.' },
          {
            type: 'tool-call',
            toolCallId: 'a',
            toolName: 'weather',
            input: { city: 'Oakland' },
          },
          { type: 'tool-call', toolCallId: 'b', toolName: 'time', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'weather',
            output: { type: 'text', value: 'sunny' },
          },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'time',
            output: { type: 'text', value: 'noon' },
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Sunny, noon.' }] },
    ]);
  });

  it('shows what is attached to results after all results of the reply', () => {
    const image = {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,AAAA' },
      media_type: 'image/png',
    } as const;
    const messages: Message[] = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('a', 'look', '{}'), call('b', 'time', '{}')],
      },
      { role: 'tool', tool_call_id: 'a', content: '[image image/png]', attachments: [image] },
      { role: 'tool', tool_call_id: 'b', content: 'noon' },
    ];
    const [, results, shown] = messagesToPrompt(messages, 'any');
    expect(results).toMatchObject({ content: [{ toolCallId: 'a' }, { toolCallId: 'b' }] });
    expect(shown).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'Attached to the result of look (call a):' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
      ],
    });
    const later = messagesToPrompt([...messages, { role: 'user', content: 'so?' }], 'any');
    expect(later.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user', 'user']);
  });

  it('keeps results of different replies apart', () => {
    const messages: Message[] = [
      { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'assistant', content: null, tool_calls: [call('a', 'g', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: '2' },
    ];
    const prompt = messagesToPrompt(messages, 'any');
    expect(prompt.map((message) => message.role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
    expect(prompt[3]).toMatchObject({ content: [{ toolName: 'g' }] });
  });

  it('shows data as JSON text and passes images and files', () => {
    const messages: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'data', data: { rows: [1, 2] } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } },
          { type: 'file', file: { url: 'https://files.example/a.pdf', filename: 'a.pdf' } },
        ],
      },
    ];
    expect(messagesToPrompt(messages, 'any')[0]?.content).toEqual([
      { type: 'text', text: 'look' },
      { type: 'text', text: '{"rows":[1,2]}' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0K' } },
      {
        type: 'file',
        mediaType: 'application/pdf',
        filename: 'a.pdf',
        data: { type: 'url', url: new URL('https://files.example/a.pdf') },
      },
    ]);
  });

  it('says how closely a model is to look at an image', () => {
    const image_url = { url: 'https://x.example/a.png', detail: 'low' };
    const content = [{ type: 'image_url', image_url }] as const;
    expect(messagesToPrompt([{ role: 'user', content }], 'any')[0]).toMatchObject({
      content: [{ type: 'file', providerOptions: { openai: { imageDetail: 'low' } } }],
    });
  });

  it('gives a model its own broken arguments back in an object', () => {
    const messages: Message[] = [
      { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{"city":')] },
    ];
    expect(messagesToPrompt(messages, 'any')[0]).toMatchObject({
      content: [{ input: { invalid_arguments: '{"city":' } }],
    });
  });

  it('leaves out replies with nothing in them, which providers refuse', () => {
    expect(messagesToPrompt([{ role: 'assistant', content: '' }], 'any')).toEqual([]);
  });

  it('names a call it cannot find, rather than failing', () => {
    const orphan: Message[] = [{ role: 'tool', tool_call_id: 'gone', content: 'x' }];
    expect(messagesToPrompt(orphan, 'any')[0]).toMatchObject({
      content: [{ toolName: 'unknown' }],
    });
  });

  it('tells the model the name and the type that a part was sent with', () => {
    const content = [
      { type: 'text', text: '# hi', filename: 'a.md', media_type: 'text/markdown' },
      { type: 'data', data: [1], filename: 'a.json' },
      {
        type: 'image_url',
        image_url: { url: 'https://x.example/a' },
        filename: 'a.png',
        media_type: 'image/png',
      },
    ] as const;
    expect(messagesToPrompt([{ role: 'user', content }], 'any')[0]?.content).toEqual([
      { type: 'text', text: 'a.md:\n# hi' },
      { type: 'text', text: 'a.json:\n[1]' },
      {
        type: 'file',
        mediaType: 'image/png',
        filename: 'a.png',
        data: { type: 'url', url: new URL('https://x.example/a') },
      },
    ]);
  });
});

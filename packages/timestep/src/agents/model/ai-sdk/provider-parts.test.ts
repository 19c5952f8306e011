import type { LanguageModelV4Content } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { AssistantMessage, JsonObject } from '#core';
import { contentToMessage } from './content-to-message.ts';
import { messagesToPrompt } from './messages-to-prompt.ts';

const content: LanguageModelV4Content[] = [
  {
    type: 'reasoning',
    text: 'They want weather.',
    providerMetadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'secret' } },
  },
  { type: 'text', text: 'One ', providerMetadata: { openai: { itemId: 'msg_1' } } },
  { type: 'text', text: 'moment.', providerMetadata: { openai: { itemId: 'msg_2' } } },
  {
    type: 'tool-call',
    toolCallId: 'a',
    toolName: 'weather',
    input: '{"city":"Oakland"}',
    providerMetadata: { google: { thoughtSignature: 'sig' } },
  },
  { type: 'custom', kind: 'openai.compaction', providerMetadata: { openai: { itemId: 'c_1' } } },
];

function replyBy(provider: string): AssistantMessage {
  // Through JSON, as stored transcripts go.
  const stored = JSON.stringify(contentToMessage(content, { provider }));
  return JSON.parse(stored) as AssistantMessage;
}

describe('what a provider added to its parts', () => {
  it('is kept in the message and goes back to that provider, part by part and in order', () => {
    const reply = replyBy('openai.responses');
    expect(reply).toMatchObject({ content: 'One moment.', tool_calls: [{ id: 'a' }] });
    expect(messagesToPrompt([reply], 'openai.responses')[0]?.content).toEqual([
      {
        type: 'reasoning',
        text: 'They want weather.',
        providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'secret' } },
      },
      { type: 'text', text: 'One ', providerOptions: { openai: { itemId: 'msg_1' } } },
      { type: 'text', text: 'moment.', providerOptions: { openai: { itemId: 'msg_2' } } },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'weather',
        input: { city: 'Oakland' },
        providerOptions: { google: { thoughtSignature: 'sig' } },
      },
      {
        type: 'custom',
        kind: 'openai.compaction',
        providerOptions: { openai: { itemId: 'c_1' } },
      },
    ]);
  });

  it('does not go to another provider', () => {
    expect(messagesToPrompt([replyBy('openai.responses')], 'anthropic.messages')).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'One moment.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: { city: 'Oakland' } },
        ],
      },
    ]);
  });

  it('does not go to another family of models of the same provider', () => {
    const kept = contentToMessage(content, { provider: 'p', family: 'claude-sonnet-4-5' });
    const toFamily = (family: string): number =>
      messagesToPrompt([kept], 'p', undefined, { family })[0]?.content.length ?? 0;
    expect(toFamily('claude-sonnet-4-5')).toBe(5);
    expect(toFamily('claude-opus-4-1')).toBe(2);
    expect(
      messagesToPrompt([replyBy('p')], 'p', undefined, { family: 'any' })[0]?.content,
    ).toHaveLength(5);
  });

  it('is sent without blank texts', () => {
    const reply = contentToMessage(
      [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: '\n\n' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{}' },
      ],
      { provider: 'p' },
    );
    const [sent] = messagesToPrompt([reply], 'p');
    expect(sent?.content).toMatchObject([{ type: 'reasoning' }, { type: 'tool-call' }]);
  });

  it('is left out where the message was changed since', () => {
    const changed = { ...replyBy('p'), content: 'Something else.' };
    expect(messagesToPrompt([changed], 'p')[0]?.content).toHaveLength(2);
    const fewer: AssistantMessage = { ...replyBy('p'), tool_calls: [] };
    expect(messagesToPrompt([fewer], 'p')[0]?.content).toEqual([
      { type: 'text', text: 'One moment.' },
    ]);
  });

  it.each([
    [{ by: 'p' }],
    [{ by: 'p', parts: [null] }],
    [{ by: 'p', parts: [{ type: 'text' }] }],
    [{ by: 'p', parts: [{ type: 'reasoning' }] }],
    [{ by: 'p', parts: [{ type: 'custom' }] }],
    [{ by: 'p', parts: [{ type: 'other' }] }],
    [{ by: 'p', parts: [{ type: 'text', length: 2, metadata: 'none' }] }],
  ])('is left out where it is not in our form: %j', (provider: JsonObject) => {
    const message: AssistantMessage = { role: 'assistant', content: 'hi', provider };
    expect(messagesToPrompt([message], 'p')[0]?.content).toEqual([{ type: 'text', text: 'hi' }]);
  });

  it('follows a call whose id was changed', () => {
    const [only] = replyBy('p').tool_calls ?? [];
    const renamed = { ...replyBy('p'), tool_calls: only ? [{ ...only, id: 'call_1_1' }] : [] };
    expect(messagesToPrompt([renamed], 'p')[0]?.content).toContainEqual(
      expect.objectContaining({ type: 'tool-call', toolCallId: 'call_1_1' }),
    );
  });

  it('is not kept at all where the plain message says everything', () => {
    const plain: LanguageModelV4Content[] = [
      { type: 'text', text: 'hi' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{}' },
      { type: 'custom', kind: 'anthropic.message_start', providerMetadata: { anthropic: {} } },
    ];
    expect(contentToMessage(plain, { provider: 'p' })).not.toHaveProperty('provider');
  });
});

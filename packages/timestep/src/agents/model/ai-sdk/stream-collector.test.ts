import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createStreamCollector, type StreamedReply } from './stream-collector.ts';

const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage,
};

function fold(...parts: readonly LanguageModelV4StreamPart[]): StreamedReply & { shown: unknown } {
  const stream = createStreamCollector();
  const shown = parts.map((part) => stream.addPart(part)).filter((delta) => delta !== undefined);
  return { ...stream.end(), shown };
}

describe('createStreamCollector', () => {
  it('puts texts together, also where an id is used again', () => {
    const { content, shown } = fold(
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Sun' },
      { type: 'text-delta', id: 't', delta: '' },
      { type: 'text-delta', id: 't', delta: 'ny' },
      { type: 'text-end', id: 't' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: '.' },
      { type: 'text-end', id: 't' },
      finish,
    );
    expect(content).toEqual([
      { type: 'text', text: 'Sunny' },
      { type: 'text', text: '.' },
    ]);
    expect(shown).toEqual([
      { type: 'text', text: 'Sun' },
      { type: 'text', text: 'ny' },
      { type: 'text', text: '.' },
    ]);
  });

  it('keeps the newest metadata of a part, wherever in the stream it came', () => {
    const { content } = fold(
      { type: 'reasoning-start', id: '0', providerMetadata: { openai: { itemId: 'rs_1' } } },
      { type: 'reasoning-delta', id: '0', delta: 'hm' },
      {
        type: 'reasoning-delta',
        id: '0',
        delta: '',
        providerMetadata: { anthropic: { signature: 'sig' } },
      },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'hi' },
      { type: 'text-end', id: '1', providerMetadata: { openai: { itemId: 'msg_1' } } },
      finish,
    );
    expect(content).toEqual([
      {
        type: 'reasoning',
        text: 'hm',
        providerMetadata: { anthropic: { signature: 'sig' } },
      },
      { type: 'text', text: 'hi', providerMetadata: { openai: { itemId: 'msg_1' } } },
    ]);
  });

  it('keeps apart the arguments of calls that are written at the same time', () => {
    const { content, shown } = fold(
      { type: 'tool-input-start', id: 'a', toolName: 'f' },
      { type: 'tool-input-start', id: 'b', toolName: 'g' },
      { type: 'tool-input-delta', id: 'b', delta: '{"y"' },
      { type: 'tool-input-delta', id: 'a', delta: '{"x":1}' },
      { type: 'tool-input-delta', id: 'b', delta: ':2}' },
      { type: 'tool-input-end', id: 'a' },
      { type: 'tool-call', toolCallId: 'b', toolName: 'g', input: '{"y":2}' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{"x":1}' },
      finish,
    );
    expect(content).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }]);
    expect(shown).toEqual([
      { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '' },
      { type: 'tool-call', index: 1, id: 'b', name: 'g', arguments: '' },
      { type: 'tool-call', index: 1, id: 'b', name: 'g', arguments: '{"y"' },
      { type: 'tool-call', index: 0, id: 'a', name: 'f', arguments: '{"x":1}' },
      { type: 'tool-call', index: 1, id: 'b', name: 'g', arguments: ':2}' },
    ]);
  });

  it('shows a call that comes whole, and drops one that was never completed', () => {
    const { content, shown } = fold(
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{}' },
      { type: 'tool-input-start', id: 'b', toolName: 'g' },
      { type: 'tool-input-delta', id: 'b', delta: '{"y' },
      { type: 'tool-input-delta', id: 'unknown', delta: '{' },
      finish,
    );
    expect(content).toMatchObject([{ type: 'tool-call', toolCallId: 'a' }]);
    expect(shown).toMatchObject([
      { index: 0, id: 'a', name: 'f', arguments: '{}' },
      { index: 1, arguments: '' },
      { index: 1, arguments: '{"y' },
    ]);
  });

  it('leaves out what the provider executes itself', () => {
    const { content, shown } = fold(
      { type: 'tool-input-start', id: 'a', toolName: 'web_search', providerExecuted: true },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'web_search',
        input: '{}',
        providerExecuted: true,
      },
      { type: 'tool-result', toolCallId: 'a', toolName: 'web_search', result: 'x' },
      finish,
    );
    expect(content).toEqual([]);
    expect(shown).toEqual([]);
  });

  it('throws an error of the stream as it is', () => {
    const error = { message: 'overloaded' };
    let thrown: unknown;
    try {
      fold({ type: 'error', error });
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).toBe(error);
  });

  it('tells a whole stream from a broken one', () => {
    expect(fold(finish).finish).toMatchObject({ usage });
    expect(fold({ type: 'ping' }).finish).toBeUndefined();
  });
});

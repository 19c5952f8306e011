import { describe, expect, it } from 'vitest';
import type { AssistantMessage, Message, ToolMessage } from '#core';
import { EMPTY_MESSAGE, EMPTY_RESULT } from './clean-message.ts';
import { prepareTranscript } from './prepare-transcript.ts';

const user = (content: string): Message => ({ role: 'user', content });
const says = (content: string): AssistantMessage => ({ role: 'assistant', content });
const calls = (...ids: string[]): AssistantMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});
const result = (tool_call_id: string, content = 'ok'): ToolMessage => ({
  role: 'tool',
  tool_call_id,
  content,
});
const prepare = (...messages: Message[]): readonly Message[] =>
  prepareTranscript(messages, 'anthropic.messages');

describe('texts', () => {
  it.each([
    ['half an emoji', 'sunny \uD83C', 'sunny \uFFFD'],
    ['the other half', '\uDF1E sunny', '\uFFFD sunny'],
    ['NUL', 'a\0b', 'a\uFFFDb'],
  ])('are sent without %s, wherever it stands', (_, bad, good) => {
    const sent = prepare(
      { role: 'system', content: bad },
      { role: 'user', content: [{ type: 'text', text: bad }] },
      { ...calls('c1'), content: bad },
      result('c1', bad),
    );
    expect(JSON.stringify(sent)).not.toContain(JSON.stringify(bad).slice(1, -1));
    expect(sent.map(({ content }) => (typeof content === 'string' ? content : ''))).toEqual([
      good,
      '',
      good,
      good,
    ]);
    expect(sent[1]).toEqual({ role: 'user', content: [{ type: 'text', text: good }] });
  });

  it('are worded or left out if they are blank', () => {
    const sent = prepare(
      { role: 'system', content: ' \n' },
      user(' '),
      says('  '),
      { role: 'user', content: [{ type: 'text', text: '' }] },
      calls('c1'),
      result('c1', ''),
    );
    expect(sent).toEqual([
      user(EMPTY_MESSAGE),
      user(EMPTY_MESSAGE),
      calls('c1'),
      result('c1', EMPTY_RESULT),
    ]);
  });

  it('that need no change are not copied', () => {
    const calling = calls('c1');
    for (const reply of [calling, { ...calling, content: '' }, { ...calling, content: 'So:' }]) {
      const messages = [user('hi'), reply, result('c1')];
      expect(prepareTranscript(messages, 'openai.chat')).toBe(messages);
    }
  });
});

describe('calls and results', () => {
  it('are paired: a lost result is named, a second one left out, a stray one worded', () => {
    const sent = prepare(
      user('hi'),
      calls('a', 'b'),
      result('b'),
      result('b', 'again'),
      result('x'),
    );
    expect(sent.slice(1)).toEqual([
      calls('a', 'b'),
      result('a', '(the call has no result)'),
      result('b'),
      user('Result of the call x:\nok'),
    ]);
  });

  it('begin with a user and do not end with a reply', () => {
    expect(prepare(says('hello')).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it.each([
    ['anthropic.messages', /^[A-Za-z0-9_-]{1,40}$/],
    ['openai.chat', /^[A-Za-z0-9_-]{1,40}$/],
    ['mistral.chat', /^[A-Za-z0-9]{9}$/],
  ])('have unique ids that %s takes', (provider, pattern) => {
    const given = ['functions.get_weather:0', 'x'.repeat(53), 'call_0', '', 'call_0'];
    const sent = prepareTranscript(
      [user('hi'), ...given.flatMap((id) => [calls(id), result(id)])],
      provider,
    );
    const ids = sent.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    );
    expect(new Set(ids).size).toBe(given.length);
    for (const id of ids) expect(id).toMatch(pattern);
    const answered = sent.flatMap((message) =>
      message.role === 'tool' ? [message.tool_call_id] : [],
    );
    expect(answered).toEqual(ids);
  });

  it('keep their ids when messages are added', () => {
    const before = [user('hi'), calls('a:0'), result('a:0')];
    const after = [...before, says('done'), user('again'), calls('a:0'), result('a:0')];
    expect(prepare(...after).slice(0, 3)).toEqual(prepare(...before));
  });
});

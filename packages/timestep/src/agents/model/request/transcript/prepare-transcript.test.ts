import { describe, expect, it } from 'vitest';
import type { AssistantMessage, Message, ToolMessage } from '#core';
import { EMPTY_MESSAGE, EMPTY_RESULT } from './clean-message.ts';
import { prepareTranscript } from './prepare-transcript.ts';
import { getProviderLimits } from '../limits/provider-limits.ts';

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
const limitsOf = (provider: string) => getProviderLimits({ provider, modelId: 'm' });
const prepare = (...messages: Message[]): readonly Message[] =>
  prepareTranscript(messages, limitsOf('anthropic.messages'));

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
      expect(prepareTranscript(messages, limitsOf('openai.chat'))).toBe(messages);
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
      limitsOf(provider),
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

describe('what stands around texts', () => {
  const writes = (text: string): AssistantMessage => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: text } }],
  });

  it.each([
    ['{"a":"\uD83C"}', '{"a":"\uFFFD"}'],
    [String.raw`{"a":"\ud83c"}`, '{"a":"\uFFFD"}'],
    [String.raw`{"\uDF1E":["\u0000"]}`, '{"\uFFFD":["\uFFFD"]}'],
    [String.raw`{"a":"\ud83c\udf1e"}`, String.raw`{"a":"\ud83c\udf1e"}`],
    [String.raw`{"a":"\\ud83c"}`, String.raw`{"a":"\\ud83c"}`],
    [String.raw`not JSON \ud83c`, String.raw`not JSON \ud83c`],
  ])('is clean in the arguments %j', (given, cleaned) => {
    const sent = prepare(user('hi'), writes(given), result('c1'));
    expect(sent[1]).toEqual(writes(cleaned));
  });

  it('is clean in names of files', () => {
    const part = { type: 'text', text: 'a', filename: '\uD83C.txt' } as const;
    const file = { type: 'file', file: { url: 'data:,a', filename: '\0' } } as const;
    const sent = prepare({ role: 'user', content: [part] }, calls('c1'), {
      ...result('c1'),
      attachments: [file],
    });
    expect(sent[0]).toMatchObject({ content: [{ filename: '\uFFFD.txt' }] });
    expect(sent[2]).toMatchObject({ attachments: [{ file: { filename: '\uFFFD' } }] });
  });

  it('loses the signature of reasoning that changes', () => {
    const signed = { ...says('so'), provider: { by: 'p', parts: [] } };
    const [, good, bad] = prepare(
      user('hi'),
      { ...signed, reasoning: 'fine' },
      { ...signed, reasoning: '\uD83C' },
      user('on'),
    );
    expect(good).toMatchObject({ provider: { by: 'p' } });
    expect(bad).toEqual(says('so'));
  });

  it('is cut in the middle if a text is too long', () => {
    const messages = [user(`begin${'x'.repeat(500)}end`)];
    const [sent] = prepareTranscript(messages, { ...limitsOf('openai.chat'), text: 100 });
    expect(sent?.content).toMatch(/^beginx+\n\(408 characters were left out here\)\nx+end$/);
    expect(sent?.content?.length).toBeLessThanOrEqual(100);
  });
});

describe('the order of messages', () => {
  it('puts results directly behind their call', () => {
    const sent = prepare(user('hi'), calls('a', 'b'), user('quick!'), result('b'), result('a'));
    expect(sent.slice(1)).toEqual([calls('a', 'b'), result('a'), result('b'), user('quick!')]);
  });

  it('keeps two calls with one id apart', () => {
    const sent = prepare(user('hi'), calls('a', 'a'), result('a', '1'), result('a', '2'));
    const ids = (sent[1] as AssistantMessage).tool_calls?.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(sent.slice(2)).toEqual(ids?.map((id, at) => result(id, String(at + 1))));
  });

  it('leaves out blank texts beside calls, and replies of which only reasoning is left', () => {
    const thought = {
      ...says(''),
      content: null,
      reasoning: 'Hm.',
      provider: { by: 'p', parts: [] },
    };
    expect(prepare(user('hi'), thought, { ...calls('a'), content: ' ' }, result('a'))).toEqual([
      user('hi'),
      calls('a'),
      result('a'),
    ]);
  });

  it('keeps what stands for condensed messages', () => {
    const parts = [{ type: 'custom', kind: 'openai.compaction' }];
    const condensed = { ...says(''), content: null, provider: { by: 'p', parts } };
    expect(prepare(user('hi'), condensed, user('on'))).toContainEqual(condensed);
  });

  it('has a message of a user', () => {
    expect(prepare()).toEqual([user(EMPTY_MESSAGE)]);
    expect(prepare({ role: 'system', content: 'Be kind.' })).toHaveLength(2);
  });

  it('is prepared once: preparing again changes nothing', () => {
    const sent = prepare(says(' '), calls('a:0', 'a:0'), user('\0'), result('x'), says('end'));
    expect(prepare(...sent)).toEqual(sent);
  });
});

import { describe, expect, it } from 'vitest';
import { chat, requestOf, says, type GivenSpan } from './otlp.fixture.ts';
import { parseSpans } from './read-spans.ts';
import type { RecordedTrial } from './trial-from-trace.ts';
import { traceToTrialIfAgentFound } from './trial-from-trace.ts';

function trialOf(...spans: readonly GivenSpan[]): RecordedTrial | undefined {
  return traceToTrialIfAgentFound(parseSpans(JSON.stringify(requestOf(...spans)), 'x.json'));
}

const call = { type: 'tool_call', id: 'c1', name: 'look', arguments: { at: 'sky' } };
const asks = { role: 'assistant', parts: [call], finish_reason: 'tool_call' };
const told = {
  role: 'tool',
  parts: [{ type: 'tool_call_response', id: 'c1', response: { sees: 'blue' } }],
};
const question = says('user', 'What colour is it?');
const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 3 };
const transcript = [
  { role: 'user', content: 'What colour is it?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"sees":"blue"}' },
  { role: 'assistant', content: 'Blue.' },
];

describe('traceToTrial', () => {
  it('takes the last call of the model for the whole conversation', () => {
    const agent = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'painter',
      'gen_ai.conversation.id': 'task_01',
    };
    const trial = trialOf(
      { id: 'http', from: 900, to: 4100 },
      { id: 'agent', parent: 'http', from: 1000, to: 4000, attributes: agent },
      {
        id: 'second',
        parent: 'agent',
        from: 3000,
        to: 4000,
        attributes: chat([question, asks, told], [says('assistant', 'Blue.')], {
          ...usage,
          'gen_ai.system_instructions': '[{"type":"text","content":"Be brief."}]',
        }),
      },
      {
        id: 'first',
        parent: 'agent',
        from: 1000,
        to: 2000,
        attributes: chat([question], [asks], usage),
      },
    );
    expect(trial).toEqual({
      traceId: 't1',
      spanId: 'agent',
      conversationId: 'task_01',
      agent: 'painter',
      startedAt: 900,
      messages: [{ role: 'system', content: 'Be brief.' }, ...transcript],
      info: {
        steps: 2,
        tool_calls: 1,
        duration_s: 3.2,
        terminated_reason: 'final_answer',
        error: null,
        input_tokens: 20,
        output_tokens: 6,
        total_tokens: 26,
        cost_usd: null,
      },
    });
  });

  it('reads structured attributes, and the details of events', () => {
    const structured = trialOf({
      id: 'a',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': [question, asks, told],
        'gen_ai.output.messages': [says('assistant', 'Blue.')],
      },
    });
    const { 'gen_ai.operation.name': operation = '', ...details } = chat(
      [question, asks, told],
      [says('assistant', 'Blue.')],
    );
    const events = trialOf({
      id: 'a',
      attributes: { 'gen_ai.operation.name': operation },
      events: [{ other: 1 }, details],
    });
    expect(structured?.messages).toEqual(transcript);
    expect(events?.messages).toEqual(transcript);
  });

  it.each([
    ['a result', { 'gen_ai.tool.call.result': '{"sees":"blue"}' }, undefined, '{"sees":"blue"}'],
    ['a failure', {}, 'no sky', '{"error":"no sky"}'],
  ])('takes %s of a tool from the span of the tool', (_, attributes, error, content) => {
    const trial = trialOf(
      { id: 'a', from: 1, to: 2, attributes: chat([question], [asks]) },
      {
        id: 'tool',
        from: 3,
        to: 4,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'look',
          'gen_ai.tool.call.id': 'c1',
          ...attributes,
        },
        ...(error !== undefined && { error }),
      },
    );
    expect(trial?.messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'c1', content });
    expect(trial?.info).toMatchObject({ terminated_reason: 'max_steps', tool_calls: 1 });
  });

  it('takes calls from the spans of tools where the agent alone says what was said', () => {
    const trial = trialOf(
      {
        id: 'agent',
        attributes: {
          ...chat([question], [says('assistant', 'Blue.')]),
          'gen_ai.operation.name': 'invoke_agent',
        },
      },
      { id: 'a', parent: 'agent', attributes: { 'gen_ai.operation.name': 'chat' } },
      {
        id: 'c1',
        parent: 'agent',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'look',
          'gen_ai.tool.call.arguments': '{"at":"sky"}',
          'gen_ai.tool.call.result': '{"sees":"blue"}',
        },
      },
    );
    expect(trial?.messages).toEqual(transcript);
  });

  it('leaves out what agents within the agent said, and counts their tokens', () => {
    const inner = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'inner' };
    const outer = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'outer' };
    const trial = trialOf(
      { id: 'outer', attributes: outer },
      {
        id: 'a',
        parent: 'outer',
        attributes: chat([question], [says('assistant', 'Blue.')], usage),
      },
      { id: 'inner', parent: 'outer', attributes: inner, from: 5, to: 6, error: 'inner trouble' },
      {
        id: 'b',
        parent: 'inner',
        from: 5,
        to: 6,
        attributes: chat([says('user', 'within')], [says('assistant', 'no')], usage),
      },
    );
    expect(trial).toMatchObject({ agent: 'outer', info: { steps: 1, total_tokens: 26 } });
    expect(trial?.info.error).toBeNull();
    expect(JSON.stringify(trial?.messages)).not.toContain('within');
  });

  it('tells that the agent broke', () => {
    const agent = { 'gen_ai.operation.name': 'invoke_agent' };
    const trial = trialOf(
      { id: 'agent', attributes: agent, error: 'model gone' },
      { id: 'a', parent: 'agent', attributes: chat([question], []) },
    );
    expect(trial?.info).toMatchObject({ terminated_reason: 'error', error: 'model gone' });
  });

  it('keeps pictures and files, and drops reasoning', () => {
    const parts = [
      { type: 'text', content: 'See' },
      { type: 'uri', modality: 'image', uri: 'https://example.org/a.png' },
      { type: 'blob', modality: 'audio', mime_type: 'audio/wav', content: 'AAAA' },
      { type: 'file', modality: 'image', file_id: 'f1' },
    ];
    const thinks = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'hm' },
        { type: 'text', content: 'Yes.' },
      ],
    };
    expect(
      trialOf({ id: 'a', attributes: chat([{ role: 'user', parts }], [thinks]) })?.messages,
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
          { type: 'file', file: { url: 'data:audio/wav;base64,AAAA', media_type: 'audio/wav' } },
          { type: 'data', data: parts[3] },
        ],
      },
      { role: 'assistant', content: 'Yes.' },
    ]);
  });

  it('passes over a trace that calls no model, and spans in circles', () => {
    expect(trialOf({ id: 'http' })).toBeUndefined();
    const circle = trialOf(
      { id: 'a', parent: 'b', attributes: chat([question], [says('assistant', 'Blue.')]) },
      { id: 'b', parent: 'a' },
    );
    expect(circle?.messages).toHaveLength(2);
  });

  const place = 'x.json resourceSpans[0].scopeSpans[0].spans[0]';
  const given = (input: unknown): object => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': typeof input === 'string' ? input : JSON.stringify(input),
  });
  it.each([
    ['no messages', { 'gen_ai.operation.name': 'chat' }, 'has no gen_ai.input.messages: enable'],
    ['a text that was cut off', given('[{"role":'), 'gen_ai.input.messages is a string that is no'],
    ['no list', given({}), 'gen_ai.input.messages must be a list'],
    ['an unknown role', given([{ role: 'x' }]), 'gen_ai.input.messages[0].role must be system'],
    [
      'a call without a name',
      given([{ role: 'assistant', parts: [{ type: 'tool_call' }] }]),
      'gen_ai.input.messages[0].parts[0].name is missing',
    ],
    [
      'a result of no call',
      given([{ role: 'tool', parts: [{ type: 'tool_call_response' }] }]),
      'gen_ai.input.messages[0].parts[0].id is missing',
    ],
  ])('refuses %s, naming the place', (_, attributes, said) => {
    expect(() => trialOf({ id: 'a', attributes: { ...attributes } })).toThrow(`${place} ${said}`);
  });
});

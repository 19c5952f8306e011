import { describe, expect, it } from 'vitest';
import { parseCommandReply } from './command-reply.ts';

describe('parseCommandReply', () => {
  it.each(['Hello.', '42', '"quoted"', '{"answer":42}', '{not json', '["role"]'])(
    'takes what is no message as text: %s',
    (printed) => {
      expect(parseCommandReply(`${printed}\n`)).toEqual({ role: 'assistant', content: printed });
    },
  );

  it('takes a message as it is', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const message = { role: 'assistant', content: 'hi', usage, cost_usd: 0.1 };
    expect(parseCommandReply(JSON.stringify(message))).toEqual(message);
  });

  it('takes content parts as their texts, and quotes other parts', () => {
    const content = [
      { type: 'text', text: 'Booked.' },
      { type: 'map', x: 1 },
    ];
    expect(parseCommandReply(JSON.stringify({ role: 'assistant', content }))).toEqual({
      role: 'assistant',
      content: 'Booked.\n{"type":"map","x":1}',
    });
  });

  it('takes tool calls with arguments as text or as an object, and without ids', () => {
    const printed = {
      role: 'assistant',
      tool_calls: [
        { id: 'a', function: { name: 'f', arguments: '{"x":1}' } },
        { function: { name: 'g', arguments: { y: 2 } } },
        { function: { name: 'h' } },
      ],
    };
    const call = (id: string, name: string, args: string) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    expect(parseCommandReply(JSON.stringify(printed))).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [call('a', 'f', '{"x":1}'), call('', 'g', '{"y":2}'), call('', 'h', '{}')],
    });
  });

  it.each(['{"name":"Ada","role":"editor"}', '{"role":"user","name":"Ada"}', '{"role":7}'])(
    'takes %s for an answer, because it is no message',
    (printed) => {
      expect(parseCommandReply(printed)).toEqual({ role: 'assistant', content: printed });
    },
  );

  it.each([
    ['', 'agent_empty_stdout'],
    [' \n', 'agent_empty_stdout'],
    ['{"role":"user","content":"hi"}', 'agent_returned_non_assistant_message'],
    ['{"role":"tool","content":null}', 'agent_returned_non_assistant_message'],
    ['{"role":"assistant","content":5}', 'agent_bad_reply'],
    ['{"role":"assistant","tool_calls":{}}', 'agent_bad_reply'],
    ['{"role":"assistant","tool_calls":[{"name":"f"}]}', 'agent_bad_reply'],
    ['{"role":"assistant","tool_calls":[null]}', 'agent_bad_reply'],
  ])('refuses %s as %s', (printed, code) => {
    expect(() => parseCommandReply(printed)).toThrow(expect.objectContaining({ code }));
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { says, script, serve, type Served } from '../served.fixture.ts';

async function ask(served: Served, body: JsonObject) {
  const url = 'http://localhost/v1/chat/completions';
  const text = JSON.stringify(body);
  const response = await served.send(new Request(url, { method: 'POST', body: text }));
  return { status: response.status, body: (await response.json()) as JsonObject };
}

const HELLO: JsonValue[] = [{ role: 'user', content: 'hello' }];

describe('a request for a chat completion', () => {
  it('is the transcript and the settings of a response', async () => {
    const { agent, seen } = script(says('done'));
    const called = { name: 'mine', arguments: '{"a":1}' };
    await ask(serve(agent), {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: 'low' } },
            { type: 'file', file: { file_data: 'data:text/plain;base64,AA', filename: 'a.txt' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
        { role: 'assistant', content: 'A cat.' },
        { role: 'user', content: 'Sure?' },
      ],
      tools: [{ type: 'function', function: { name: 'mine', parameters: { type: 'object' } } }],
      tool_choice: { type: 'function', function: { name: 'mine' } },
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
      max_completion_tokens: 50,
      temperature: 0.5,
      reasoning_effort: 'low',
      verbosity: 'low',
      seed: 7,
    });
    expect(seen[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: 'low' } },
          { type: 'file', file: { url: 'data:text/plain;base64,AA', filename: 'a.txt' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: called }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
      { role: 'assistant', content: 'A cat.' },
      { role: 'user', content: 'Sure?' },
    ]);
    expect(seen[0]?.context.settings).toEqual({
      temperature: 0.5,
      max_output_tokens: 50,
      tool_choice: { type: 'function', name: 'mine' },
      text: { format: { type: 'json_schema', name: 'n', schema: {} }, verbosity: 'low' },
      reasoning: { effort: 'low' },
    });
  });

  it.each<[string, JsonObject, string, string]>([
    ['no messages', {}, 'missing_required_parameter', 'messages'],
    ['a text as messages', { messages: 'hello' }, 'invalid_type', 'messages'],
    [
      'a message without a role',
      { messages: [{}] },
      'missing_required_parameter',
      'messages[0].role',
    ],
    ['another role', { messages: [{ role: 'function' }] }, 'invalid_value', 'messages[0].role'],
    [
      'another part',
      { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
      'invalid_value',
      'messages[0].content[0].type',
    ],
    [
      'a result without a call',
      { messages: [{ role: 'tool', tool_call_id: 'c1', content: '' }] },
      'unknown_call_id',
      'messages',
    ],
    ['two completions', { messages: HELLO, n: 2 }, 'unsupported_parameter', 'n'],
    ['storage', { messages: HELLO, store: true }, 'unsupported_parameter', 'store'],
    [
      'no tokens',
      { messages: HELLO, max_tokens: 0 },
      'integer_below_min_value',
      'max_completion_tokens',
    ],
    [
      'a tool without a name',
      { messages: HELLO, tools: [{ type: 'function', function: {} }] },
      'missing_required_parameter',
      'tools[0].function.name',
    ],
    [
      'another format',
      { messages: HELLO, response_format: { type: 'xml' } },
      'invalid_value',
      'response_format.type',
    ],
  ])('is refused with %s', async (_name, request, code, param) => {
    const { status, body } = await ask(serve(script().agent), request);
    expect([status, body['error']]).toMatchObject([400, { code, param }]);
  });

  it('leaves nothing behind', async () => {
    const served = serve(script(says('hi')).agent);
    const { body } = await ask(served, { messages: HELLO });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'assistant',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
    });
    const { tasks } = await served.runner.list({ principal: '', pageSize: 1 });
    expect(tasks).toEqual([]);
  });
});

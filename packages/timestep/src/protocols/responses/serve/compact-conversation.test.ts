import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { functionEnvironment } from '#engine/tools';
import { calls, idOf, outputOf, says, script, serve, type Served } from '../served.fixture.ts';

async function compact(served: Served, body: JsonObject) {
  const text = JSON.stringify(body);
  const url = 'http://localhost/v1/responses/compact';
  const response = await served.send(new Request(url, { method: 'POST', body: text }));
  return { status: response.status, body: (await response.json()) as JsonObject };
}

const TALK: JsonValue[] = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: 'We launch on Tuesday.' },
  { role: 'assistant', content: 'Understood.' },
];

const model = 'assistant';

describe('compaction', () => {
  it('is the words of the agent, beside what the caller told it to do', async () => {
    const { agent, seen } = script(says('Launch: Tuesday.'), says('On Tuesday.'));
    const served = serve(agent, {
      environment: functionEnvironment({ read_clock: () => '12:00' }),
    });
    const { status, body } = await compact(served, { model, input: TALK });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response.compaction',
      created_at: 1_790_000_000,
      output: [
        { type: 'message', role: 'developer', status: 'completed' },
        { type: 'compaction', id: expect.stringMatching(/^cmp_/) },
      ],
      usage: { input_tokens: 10, output_tokens: 4, total_tokens: 14 },
    });
    expect(seen[0]?.context.tools).toEqual([]);
    expect(seen[0]?.messages).toHaveLength(4);

    const input = [...outputOf({ status, body }), { role: 'user', content: 'When?' }];
    await served.post({ model, input });
    expect(seen[1]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'The conversation so far, in short:\nLaunch: Tuesday.' },
      { role: 'user', content: 'When?' },
    ]);
  });

  it('continues what a response has ended with, and keeps nothing', async () => {
    const { agent, seen } = script(says('hi'), says('a greeting'));
    const served = serve(agent);
    const previous_response_id = idOf(await served.post({ model, input: 'hello' }));
    await compact(served, { model, previous_response_id });
    expect(seen[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    const { tasks } = await served.runner.list({ principal: '', pageSize: 9 });
    expect(tasks).toHaveLength(1);
  });

  it.each<[string, JsonObject, number, string, string]>([
    ['no model', { input: TALK }, 400, 'missing_required_parameter', 'model'],
    ['no conversation', { model }, 400, 'missing_required_parameter', 'input'],
    ['a model that is not there', { model: 'x', input: TALK }, 404, 'model_not_found', 'model'],
    [
      'an unknown response',
      { model, previous_response_id: 'resp_0' },
      400,
      'previous_response_not_found',
      'previous_response_id',
    ],
  ])('is refused with %s', async (_name, body, status, code, param) => {
    const answer = await compact(serve(script().agent, { others: ['other'] }), body);
    expect(answer).toMatchObject({ status, body: { error: { code, param } } });
  });

  it('fails where the agent does', async () => {
    const served = serve(script(calls(['c1', 'other'])).agent);
    const { status, body } = await compact(served, { model, input: 'hello' });
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: { type: 'server_error', code: 'server_error' } });
  });

  it('is nothing to another caller, and says nothing to those who see it', async () => {
    const served = serve(script(says('Launch: Tuesday.'), says('hi')).agent);
    const { body } = await compact(served, { model, input: TALK });
    const [, item] = outputOf({ status: 200, body });
    const content = JSON.stringify(item).split('timestep2.')[1] ?? '';
    expect(Buffer.from(content, 'base64url').toString()).not.toContain('Tuesday');
    const input = [item ?? null];
    const foreign = await served.post({ model, input }, 'eve');
    expect(foreign).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_value', param: 'input[0].encrypted_content' } },
    });
    expect((await served.post({ model, input })).status).toBe(200);
  });

  it('of another server cannot be read', async () => {
    const input = [{ type: 'compaction', encrypted_content: 'gAAAAABpM0Yj' }];
    const { status, body } = await serve(script().agent).post({ model, input });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { param: 'input[0].encrypted_content' } });
  });
});

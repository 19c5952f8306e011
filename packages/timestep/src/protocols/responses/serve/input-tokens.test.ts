import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { calls, idOf, says, script, serve, type Served } from '../served.fixture.ts';

async function count(served: Served, body: JsonObject, principal = '') {
  const response = await served.send(
    new Request('http://localhost/v1/responses/input_tokens', {
      method: 'POST',
      headers: { 'x-principal': principal },
      body: JSON.stringify(body),
    }),
  );
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  return { status: response.status, body: (await response.json()) as JsonObject };
}

describe('POST /v1/responses/input_tokens', () => {
  it('estimates the input, the instructions and the functions, and runs nothing', async () => {
    const { agent, seen } = script();
    const served = serve(agent);
    const input = '12345678';
    expect(await count(served, { model: 'assistant', input })).toEqual({
      status: 200,
      body: { object: 'response.input_tokens', input_tokens: 5 },
    });
    expect((await count(served, {})).body['input_tokens']).toBe(0);
    const tools = [{ type: 'function', name: 'look', parameters: {}, strict: null }];
    const more = await count(served, { input, instructions: 'Be brief', tools });
    expect(more.body['input_tokens']).toBeGreaterThan(10);
    expect(seen).toEqual([]);
  });

  it('adds what the response before holds, to its own caller only', async () => {
    const { agent } = script(says('12345678'), calls(['call_1', 'look']));
    const served = serve(agent);
    const previous_response_id = idOf(await served.post({ input: '1234' }, 'ann'));
    const asked = { input: '1234', previous_response_id };
    expect((await count(served, asked, 'ann')).body['input_tokens']).toBe(13);
    expect(await count(served, asked, 'bob')).toMatchObject({
      status: 400,
      body: { error: { code: 'previous_response_not_found', param: 'previous_response_id' } },
    });
  });

  it.each([
    [{ input: 7 }, 400, 'invalid_type'],
    [
      { input: [{ type: 'function_call_output', call_id: 'x', output: '' }] },
      400,
      'unknown_call_id',
    ],
    [{ model: 'nobody', input: 'x' }, 404, 'model_not_found'],
  ] as const)('refuses %j', async (body, status, code) => {
    const served = serve(script().agent, { others: ['other'] });
    expect(await count(served, body)).toMatchObject({ status, body: { error: { code } } });
  });
});

import { describe, expect, it } from 'vitest';
import { SessionStoreError } from '#engine/port';
import { createMemorySessionStore } from '#engine/store';
import type { JsonObject } from '#core';
import { calls, idOf, outputOf, says, script, serve, type Reply } from '../served.fixture.ts';

const MINE = { type: 'function', name: 'mine' } as const;
const RESPONSES = '/v1/responses';

interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
  };
}

function replies(): Reply[] {
  return [says('first'), calls(['c1', 'mine']), says('still here')];
}

/** Checks that an error is told as the public API does, and tells nothing of the inside. */
async function errorOf(response: Response): Promise<[number, string, string | null]> {
  const text = await response.text();
  const { error } = JSON.parse(text) as ErrorBody;
  expect(Object.keys(error).toSorted()).toEqual(['code', 'message', 'param', 'type']);
  expect(error.type).toBe('invalid_request_error');
  expect(text).not.toMatch(/\n\s+at |\.ts\b|node_modules|Error:/);
  return [response.status, error.code, error.param];
}

function post(text: string): Request {
  return new Request(`http://localhost${RESPONSES}`, { method: 'POST', body: text });
}

function nested(depth: number): string {
  return `{"input":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

describe('a bad request', () => {
  it.each<[string, Request, number, string, string | null]>([
    ['no body', post(''), 400, 'invalid_json', null],
    ['broken JSON', post('{"input": "x"'), 400, 'invalid_json', null],
    ['a text', post('"x"'), 400, 'invalid_type', 'body'],
    ['null', post('null'), 400, 'invalid_type', 'body'],
    ['no input', post('{}'), 400, 'missing_required_parameter', 'input'],
    ['an empty input', post('{"input":[]}'), 400, 'invalid_value', 'input'],
    ['a wrong type', post('{"input":"x","stream":1}'), 400, 'invalid_type', 'stream'],
    ['10 MB', post(`{"input":"${'x'.repeat(10_000_000)}"}`), 413, 'request_too_large', null],
    ['1 MB of brackets', post(nested(500_000)), 400, 'invalid_json', null],
    [
      'prototype fields',
      post('{"__proto__":{"input":"x"}}'),
      400,
      'missing_required_parameter',
      'input',
    ],
    [
      'an unknown response to continue',
      post('{"input":"x","previous_response_id":"resp_0"}'),
      400,
      'previous_response_not_found',
      'previous_response_id',
    ],
    [
      'a result without a call',
      post('{"input":[{"type":"function_call_output","call_id":"c9","output":""}]}'),
      400,
      'unknown_call_id',
      'input',
    ],
    [
      'an unknown item',
      post('{"input":[{"type":"item_reference","id":"msg_0"}]}'),
      404,
      'item_not_found',
      'input',
    ],
  ])('of %s is refused as it should be, and service goes on', async (_name, request, ...error) => {
    const served = serve(script(says('still here')).agent);
    expect(await errorOf(await served.send(request))).toEqual(error);
    expect((await served.post({ input: 'x' })).body).toMatchObject({ status: 'completed' });
    expect(served.errors).toEqual([]);
  });

  it.each<[string, string, number, string]>([
    ['GET', RESPONSES, 405, 'method_not_allowed'],
    ['PUT', `${RESPONSES}/resp_0`, 405, 'method_not_allowed'],
    ['POST', '/v1/models', 405, 'method_not_allowed'],
    ['GET', `${RESPONSES}/resp_0/cancel`, 405, 'method_not_allowed'],
    ['GET', `${RESPONSES}/resp_0`, 404, 'response_not_found'],
    ['GET', `${RESPONSES}/%E0%A4%A`, 404, 'response_not_found'],
    ['DELETE', `${RESPONSES}/resp_0`, 404, 'response_not_found'],
    ['POST', `${RESPONSES}/resp_0/cancel`, 404, 'response_not_found'],
    ['GET', `${RESPONSES}/resp_0/input_items`, 404, 'response_not_found'],
    ['GET', `${RESPONSES}/resp_0/events/1`, 404, 'unknown_url'],
    ['GET', `${RESPONSES}/input_tokens`, 405, 'method_not_allowed'],
    ['GET', '/v1/models/gpt-9', 404, 'model_not_found'],
  ])('%s %s is refused', async (method, path, status, code) => {
    const served = serve(script().agent);
    const response = await served.send(new Request(`http://localhost${path}`, { method }));
    expect((await errorOf(response)).slice(0, 2)).toEqual([status, code]);
    expect(response.headers.has('allow')).toBe(status === 405);
  });
});

describe('ids of somebody else', () => {
  it('are ids of nothing', async () => {
    const served = serve(script(...replies()).agent);
    const theirs = await served.post({ input: 'secret' }, 'ann');
    const asked = await served.post({ input: 'x', tools: [MINE] }, 'ann');
    const id = idOf(theirs);
    const item = outputOf(theirs)[0]?.['id'] as string;
    const output = { type: 'function_call_output', call_id: 'c1', output: 'forged' };
    const bodies: JsonObject[] = [
      { input: 'x', previous_response_id: id },
      { input: [output], tools: [MINE], previous_response_id: idOf(asked) },
      { input: [{ type: 'item_reference', id: item }] },
    ];
    for (const body of bodies) {
      const { status, body: told } = await served.post(body, 'bob');
      expect([400, 404]).toContain(status);
      expect(JSON.stringify(told)).not.toContain('secret');
    }
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}/input_items`],
      ['POST', `${id}/cancel`],
      ['DELETE', id],
    ] as const) {
      expect((await served.ask(method, `${RESPONSES}/${path}`, 'bob')).status).toBe(404);
    }
    expect((await served.ask('GET', `${RESPONSES}/${id}`, 'ann')).status).toBe(200);
    const answer = { input: [{ ...output, output: 'right' }], tools: [MINE] };
    const right = await served.post({ ...answer, previous_response_id: idOf(asked) }, 'ann');
    expect(outputOf(right)).toMatchObject([{ content: [{ text: 'still here' }] }]);
  });
});

describe('trouble inside', () => {
  it('is told as an internal error, and to the operator', async () => {
    const served = serve(script().agent, {
      newId: () => {
        throw new Error('token table: connection string pg://u:secret@h');
      },
    });
    expect(await served.post({ input: 'x' })).toEqual({
      status: 500,
      body: {
        error: {
          message: 'internal error',
          type: 'server_error',
          param: null,
          code: 'internal_error',
        },
      },
    });
    expect(served.errors).toHaveLength(1);
  });

  it('is told as such when the server is closing', async () => {
    const served = serve(script().agent);
    await served.runner.close(0);
    expect(await served.post({ input: 'x' })).toMatchObject({
      status: 503,
      body: { error: { type: 'server_error', code: 'closed' } },
    });
    expect(served.errors).toEqual([]);
  });

  it.each([
    ['conflict', 409, 'conversation_locked'],
    ['failed', 503, 'store_failed'],
  ] as const)(
    'is told as such where conversations cannot be kept: %s',
    async (why, status, code) => {
      const append = () => Promise.reject(new SessionStoreError(why, 'secret detail'));
      const sessions = { ...createMemorySessionStore(), append };
      const served = serve(script().agent, { sessions });
      const answer = await served.ask('POST', '/v1/conversations');
      expect(answer).toMatchObject({ status, body: { error: { code } } });
      expect(JSON.stringify(answer)).not.toContain('secret');
    },
  );

  it.each<[string, () => unknown, number, string]>([
    ['resolves to nothing', async () => undefined, 401, 'unauthorized'],
    ['throws', failing, 503, 'unavailable'],
    ['rejects', async () => failing(), 503, 'unavailable'],
  ])('is told as such where asking who calls %s', async (_case, ask, status, code) => {
    let asked = 0;
    const agent = () => ({ role: 'assistant', content: `asked ${(asked += 1)}` }) as const;
    const served = serve(agent, { principalOf: ask as () => Promise<string> });
    const answers = [
      await served.post({ input: 'x' }),
      await served.ask('GET', `${RESPONSES}/resp_1`),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(JSON.stringify(answers)).not.toContain('secret');
    expect(served.errors.length > 0).toBe(status === 503);
    expect(asked).toBe(0);
  });
});

function failing(): never {
  throw new Error('secret detail');
}

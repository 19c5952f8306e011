import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { message, message03, ORIGIN, serve, weather, type Served } from '../served.fixture.ts';

const SEND = { '1.0': 'SendMessage', '0.3': 'message/send' } as const;
const calling = (params: unknown, method?: string, version: '1.0' | '0.3' = '1.0'): Bad => ({
  version,
  body: { jsonrpc: '2.0', id: 'r1', method: method ?? SEND[version], params },
});

interface Bad {
  readonly version?: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const toolResults = (call_id: string) => ({
  parts: [{ data: { tool_results: [{ call_id, output: 'sunny' }] } }],
});

const BAD: Readonly<Record<string, readonly [Bad, number]>> = {
  'no body': [{ body: '' }, -32700],
  'broken JSON': [{ body: '{"jsonrpc":"2.0",' }, -32700],
  'JSON nested a million characters deep': [{ body: '['.repeat(1_000_000) }, -32700],
  'a megabyte of nested objects': [{ body: `${'{"a":'.repeat(200_000)}1` }, -32700],
  'a body of ten megabytes': [{ body: JSON.stringify('x'.repeat(10 * 1024 * 1024)) }, -32600],
  'a form': [
    { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    -32005,
  ],
  'a batch': [{ body: [calling(message('hi')).body] }, -32600],
  'an empty batch': [{ body: [] }, -32600],
  'a request that is text': [{ body: '"SendMessage"' }, -32600],
  'a request that is null': [{ body: 'null' }, -32600],
  'another JSON-RPC': [{ body: { jsonrpc: '1.0', id: 1, method: 'SendMessage' } }, -32600],
  'an object as id': [{ body: { jsonrpc: '2.0', id: {}, method: 'SendMessage' } }, -32600],
  'a number as method': [{ body: { jsonrpc: '2.0', id: 1, method: 7 } }, -32600],
  'an unknown method': [calling({}, 'DeleteEverything'), -32601],
  'a method of every object': [calling({}, 'constructor'), -32601],
  'a 1.0 method without a version': [calling(message('hi'), 'SendMessage', '0.3'), -32601],
  'a 0.3 method with version 1.0': [calling(message03('hi'), 'message/send'), -32601],
  'a list in 0.3': [calling({}, 'tasks/list', '0.3'), -32601],
  'an unknown version': [{ ...calling(message('hi')), version: '99.0' }, -32009],
  'a version that is none': [{ ...calling(message('hi')), version: 'latest' }, -32009],
  'parameters that are a list': [calling([]), -32602],
  'parameters that are null': [calling(null), -32602],
  'no message': [calling({}), -32602],
  'no message, in 0.3': [calling({}, undefined, '0.3'), -32602],
  'no message id': [calling(message('hi', '')), -32602],
  'missing parts': [calling({ message: { messageId: 'm', role: 'ROLE_USER' } }), -32602],
  'empty parts': [calling(message('', 'm', { parts: [] })), -32602],
  'parts that are an object': [calling(message('', 'm', { parts: { text: 'hi' } })), -32602],
  'empty parts, in 0.3': [calling(message03('', 'm', { parts: [] }), undefined, '0.3'), -32602],
  'a part of an unknown kind': [
    calling(message03('', 'm', { parts: [{ kind: 'video' }] }), undefined, '0.3'),
    -32602,
  ],
  'a part of an unknown kind with a text': [
    calling(message03('', 'm', { parts: [{ kind: 'video', text: 'hi' }] }), undefined, '0.3'),
    -32602,
  ],
  'an unknown role': [calling(message('hi', 'm', { role: 'ROLE_BOSS' })), -32602],
  "0.3's role in 1.0": [calling(message('hi', 'm', { role: 'user' })), -32602],
  'an unknown role, in 0.3': [
    calling(message03('hi', 'm', { role: 'boss' }), undefined, '0.3'),
    -32602,
  ],
  'wrong types': [calling({ message: 7, configuration: 'x' }), -32602],
  'a wrong type of blocking': [
    calling({ ...message03('hi'), configuration: { blocking: 'yes' } }, undefined, '0.3'),
    -32602,
  ],
  'an unknown task': [calling(message('hi', 'm', { taskId: 'nowhere' })), -32001],
  'an unknown task to get': [calling({ id: 'nowhere' }, 'GetTask'), -32001],
  'an unknown task to get, in 0.3': [calling({ id: 'nowhere' }, 'tasks/get', '0.3'), -32001],
  'an unknown task to cancel': [calling({ id: 'nowhere' }, 'CancelTask'), -32001],
  'an unknown task to watch': [calling({ id: 'nowhere' }, 'SubscribeToTask'), -32001],
  'no task to get': [calling({}, 'GetTask'), -32602],
  'a number as task to get': [calling({ id: 7 }, 'GetTask'), -32602],
  'results without a task': [calling(message('', 'm', toolResults('c'))), -32602],
  'a page of 101': [calling({ pageSize: 101 }, 'ListTasks'), -32602],
  'a page of none': [calling({ pageSize: 0 }, 'ListTasks'), -32602],
  'a page token of ours to nobody': [calling({ pageToken: '???' }, 'ListTasks'), -32602],
  'an unknown state': [calling({ status: 'TASK_STATE_BORED' }, 'ListTasks'), -32602],
  'no time': [calling({ statusTimestampAfter: 'yesterday' }, 'ListTasks'), -32602],
  'a word for a truth value': [calling({ includeArtifacts: 'yes' }, 'ListTasks'), -32602],
  'a push configuration': [
    calling({ ...message('hi'), configuration: { taskPushNotificationConfig: { url: 'x' } } }),
    -32003,
  ],
  'a webhook': [calling({ taskId: 't', url: 'x' }, 'CreateTaskPushNotificationConfig'), -32003],
  'a webhook, in 0.3': [calling({}, 'tasks/pushNotificationConfig/set', '0.3'), -32003],
  'an extended card': [calling({}, 'GetExtendedAgentCard'), -32004],
  'an extended card, in 0.3': [calling({}, 'agent/getAuthenticatedExtendedCard', '0.3'), -32007],
};

/** The id that a sender can know its request by again, where there is one to read. */
function idIn(body: unknown): string | number | null {
  const { id = null } = (Array.isArray(body) ? {} : body) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

it.each(Object.entries(BAD))('answers %s with its error, and keeps serving', async (_name, bad) => {
  const [sent, code] = bad;
  const served = serve();
  const response = await posted(served, sent);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: idIn(sent.body), error: { code } });
  expect(text).not.toMatch(/\.ts\b|\.js\b|at \w+ \(|node_modules/);
  expect(response.status).toBe(text.includes('REQUEST_TOO_LARGE') ? 413 : 200);
  expect(await served.rpc('SendMessage', message('still there?', 'm9'), '1.0')).toMatchObject({
    result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
  });
});

it.each<[string, JsonObject, number]>([
  ['a message to a finished task', {}, -32004],
  ['another context than that of its task', { contextId: 'elsewhere' }, -32602],
])('refuses %s', async (_name, more, code) => {
  const { rpc } = serve();
  const { result } = await rpc('SendMessage', message('hi'), '1.0');
  const { id: taskId } = (result as { task: { id: string } }).task;
  const again = await rpc('SendMessage', message('more', 'm2', { taskId, ...more }), '1.0');
  expect(again).toMatchObject({ id: 'r1', error: { code } });
  const again03 = await rpc('message/send', message03('more', 'm3', { taskId, ...more }));
  expect(again03).toMatchObject({ id: 'r1', error: { code } });
});

it('refuses results for unknown calls, and for calls that are answered', async () => {
  const { rpc } = serve({ agentFn: weather });
  const { result } = await rpc('SendMessage', message('weather?'), '1.0');
  const { id: taskId } = (result as { task: { id: string } }).task;
  const strange = message('', 'm2', { taskId, ...toolResults('call_zzz') });
  expect(await rpc('SendMessage', strange, '1.0')).toMatchObject({
    error: { code: -32602, message: 'no open call call_zzz; open: call_abc123' },
  });
  const malformed = message('', 'm3', { taskId, parts: [{ data: { tool_results: 7 } }] });
  expect(await rpc('SendMessage', malformed, '1.0')).toMatchObject({ error: { code: -32602 } });
});

it('refuses another message under an id that was used, and takes the same one once', async () => {
  const { rpc } = serve();
  const first = await rpc('SendMessage', message('hi'), '1.0');
  expect(await rpc('SendMessage', message('hi'), '1.0')).toEqual(first);
  const other = await rpc('SendMessage', message('ho'), '1.0');
  expect(other).toMatchObject({ error: { code: -32602 } });
});

it('tells the fields at fault, and the reason for programs', async () => {
  const { rpc } = serve();
  const wrong = await rpc('SendMessage', message('', 'm1', { parts: [] }), '1.0');
  const description = 'message.parts must contain at least one part';
  expect(wrong['error']).toEqual({
    code: -32602,
    message: description,
    data: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'INVALID_PARAMS',
        domain: 'a2a-protocol.org',
      },
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'message.parts', description }],
      },
    ],
  });
  const missing = await rpc('GetTask', { id: 'nowhere' }, '1.0');
  expect(missing['error']).toMatchObject({
    data: [{ reason: 'TASK_NOT_FOUND', metadata: { taskId: 'nowhere' } }],
  });
});

it('tells 0.3 the same in an object, which is all that clients of it read', async () => {
  const { rpc } = serve();
  const missing = await rpc('tasks/get', { id: 'nowhere' }, '0.3');
  expect(missing['error']).toMatchObject({
    code: -32001,
    data: {
      error: expect.stringContaining('nowhere'),
      details: [{ reason: 'TASK_NOT_FOUND', metadata: { taskId: 'nowhere' } }],
    },
  });
});

it('tells how to ask for the version that a method is of', async () => {
  const { rpc } = serve();
  const { error } = (await rpc('SendMessage', message('hi'))) as { error: { message: string } };
  expect(error.message).toContain('send the header A2A-Version: 1.0');
});

it('says nothing of its own defects but to its operator', async () => {
  const seen: unknown[] = [];
  const served = serve({ onError: (thrown) => seen.push(thrown) });
  const defect = new Error('secret of the house');
  Object.assign(served.runner, { submit: () => Promise.reject(defect) });
  expect(await served.rpc('SendMessage', message('hi'), '1.0')).toMatchObject({
    error: { code: -32603, message: 'internal error' },
  });
  expect(seen).toEqual([defect]);
});

it('says that it is shutting down', async () => {
  const served = serve();
  await served.runner.close(0);
  const response = await posted(served, calling(message('hi')));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: { code: -32603 } });
});

function posted({ fetch }: Served, { version = '1.0', body, headers }: Bad): Promise<Response> {
  return fetch(`${ORIGIN}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': version, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

it.each<[string, () => unknown, number]>([
  ['resolves to nothing', async () => undefined, 401],
  ['throws', failing, 503],
  ['rejects', async () => failing(), 503],
  [
    'fails as credentials do',
    async () => {
      throw Object.assign(new Error('bad token'), { status: 401 });
    },
    401,
  ],
])('does nothing for a caller where asking for the name %s', async (_case, ask, status) => {
  const told: unknown[] = [];
  const principalOf = ask as () => Promise<string>;
  let asked = 0;
  const agentFn = () => ({ role: 'assistant', content: `asked ${(asked += 1)}` }) as const;
  const { fetch } = serve({ agentFn, principalOf, onError: (thrown) => told.push(thrown) });
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: message('hi'),
  });
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  for (const place of ['/', '/message:send']) {
    const response = await fetch(ORIGIN + place, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('secret');
  }
  expect(told.length > 0).toBe(status === 503);
  expect(asked).toBe(0);
});

function failing(): never {
  throw new Error('secret detail');
}

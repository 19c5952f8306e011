import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { message, ORIGIN, serve, sseIn, weather, type Served } from '../served.fixture.ts';

const { fetch: shared } = serve({ agentFn: weather });
const sent = await body(await ask(shared, 'POST /message:send', message('weather?')));
const { id } = (sent as { task: { id: string } }).task;
const results = { tool_results: [{ call_id: 'call_abc123', output: 'sunny' }] };

it('sends, gets, lists, streams and cancels in 1.0', async () => {
  const { fetch } = serve({ agentFn: weather });
  const response = await ask(fetch, 'POST /message:send', message('weather?'));
  expect(response.headers.get('content-type')).toBe('application/a2a+json');
  const { task } = (await body(response)) as { task: { id: string } };
  expect(task).toMatchObject({ status: { state: 'TASK_STATE_INPUT_REQUIRED' } });
  const taskId = task.id;

  expect(await body(await ask(fetch, `GET /tasks/${taskId}?historyLength=1`))).toMatchObject({
    id: taskId,
    history: [{ role: 'ROLE_AGENT' }],
  });
  const listed = await body(await ask(fetch, 'GET /tasks?pageSize=10&includeArtifacts=true'));
  expect(listed).toMatchObject({ tasks: [{ id: taskId }], totalSize: 1, pageSize: 10 });

  const told = message('', 'm2', { taskId, parts: [{ data: results }] });
  const events = sseIn(await (await ask(fetch, 'POST /message:stream', told)).text());
  expect(events[0]).toMatchObject({ data: { task: { id: taskId } } });
  expect(events.at(-1)).toMatchObject({
    data: { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
  });

  const other = await body(await ask(fetch, 'POST /message:send', message('and now?', 'm3')));
  const { task: second } = other as { task: { id: string } };
  for (const method of ['GET', 'POST']) {
    const stream = await ask(fetch, `${method} /tasks/${second.id}:subscribe`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await stream.body?.cancel();
  }
  const canceled = await body(await ask(fetch, `POST /tasks/${second.id}:cancel`));
  expect(canceled).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
});

it('sends, gets, streams and cancels in 0.3', async () => {
  const { fetch } = serve({ agentFn: weather });
  const request = { messageId: 'm1', role: 'ROLE_USER', content: [{ text: 'weather?' }] };
  const response = await ask(fetch, 'POST /v1/message:send', { request }, null);
  expect(response.headers.get('content-type')).toBe('application/json');
  const { task } = (await body(response)) as { task: { id: string } };
  const taskId = task.id;
  expect(task).toMatchObject({
    status: {
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: { content: [{ data: { data: { tool_calls: [{ call_id: 'call_abc123' }] } } }] },
    },
  });
  expect(await body(await ask(fetch, `GET /v1/tasks/${taskId}`, undefined, null))).toMatchObject({
    id: taskId,
    history: [{ content: [{ text: 'weather?' }] }, {}],
  });
  const content = [{ data: { data: results } }];
  const told = { request: { messageId: 'm2', role: 'ROLE_USER', taskId, content } };
  const stream = await ask(fetch, 'POST /v1/message:stream', told, null);
  expect(sseIn(await stream.text()).at(-1)).toMatchObject({
    data: { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' }, final: true } },
  });
  const late = await ask(fetch, `POST /v1/tasks/${taskId}:cancel`, undefined, null);
  expect([late.status, await body(late)]).toMatchObject([400, { code: -32002 }]);
});

it.each<[string, JsonObject | undefined, string | null, number, string]>([
  ['GET /tasks/nowhere', undefined, '1.0', 404, 'TASK_NOT_FOUND'],
  ['GET /tasks/no%ZZwhere', undefined, '1.0', 404, 'TASK_NOT_FOUND'],
  ['POST /tasks/nowhere:cancel', undefined, '1.0', 404, 'TASK_NOT_FOUND'],
  ['POST /message:send', {}, '1.0', 400, 'INVALID_PARAMS'],
  ['POST /message:stream', { message: 7 }, '1.0', 400, 'INVALID_PARAMS'],
  ['GET /tasks?pageSize=150', undefined, '1.0', 400, 'INVALID_PARAMS'],
  ['GET /tasks?pageSize=ten', undefined, '1.0', 400, 'INVALID_PARAMS'],
  ['GET /tasks?status=TASK_STATE_BORED', undefined, '1.0', 400, 'INVALID_PARAMS'],
  ['GET /tasks?includeArtifacts=maybe', undefined, '1.0', 400, 'INVALID_PARAMS'],
  [`GET /tasks/${id}?historyLength=-1`, undefined, '1.0', 400, 'INVALID_PARAMS'],
  ['GET /message:send', undefined, '1.0', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE /tasks', undefined, '1.0', 405, 'METHOD_NOT_ALLOWED'],
  ['POST /message:send', message('hi'), '2.0', 400, 'VERSION_NOT_SUPPORTED'],
  ['POST /message:send', message('hi'), null, 400, 'VERSION_NOT_SUPPORTED'],
  ['GET /extendedAgentCard', undefined, '1.0', 400, 'UNSUPPORTED_OPERATION'],
  [
    `GET /tasks/${id}/pushNotificationConfigs`,
    undefined,
    '1.0',
    400,
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ],
  [
    `DELETE /tasks/${id}/pushNotificationConfigs/7`,
    undefined,
    '1.0',
    400,
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
  ],
])('refuses %s %j in version %s with %i', async (place, sentBody, version, status, reason) => {
  const response = await ask(shared, place, sentBody, version);
  expect(response.status).toBe(status);
  const { error } = (await body(response)) as { error: JsonObject & { details: JsonObject[] } };
  expect(error).toMatchObject({
    code: status,
    status: expect.stringMatching(/^[A-Z_]+$/),
    message: expect.any(String),
  });
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  expect(error.details[0]).toMatchObject({ '@type': type, reason, domain: 'a2a-protocol.org' });
});

it('says which methods a path takes', async () => {
  const response = await ask(shared, 'DELETE /tasks');
  expect(response.headers.get('allow')).toBe('GET');
});

it.each<[string, JsonObject | undefined, string | null, number, number]>([
  ['GET /v1/tasks/nowhere', undefined, null, 404, -32001],
  ['POST /v1/message:send', { request: {} }, null, 400, -32602],
  ['POST /v1/message:send', { message: { role: 'user' } }, null, 400, -32602],
  ['GET /v1/card', undefined, null, 400, -32007],
  ['GET /v1/tasks/x/pushNotificationConfigs', undefined, null, 400, -32003],
  ['GET /v1/tasks/nowhere', undefined, '1.0', 400, -32009],
])(
  'refuses %s %j in version %s with %i and a code',
  async (place, sentBody, version, status, code) => {
    const response = await ask(shared, place, sentBody, version);
    expect([response.status, await body(response)]).toMatchObject([status, { code }]);
  },
);

it('tells in the stream when it breaks', async () => {
  const { fetch, runner } = serve();
  Object.assign(runner, {
    async *subscribe() {
      await Promise.reject(new Error('secret of the house'));
      yield undefined;
    },
  });
  const text = await (await ask(fetch, 'POST /message:stream', message('hi'))).text();
  expect(text).toContain('event: error\ndata: {"error":{"code":500,"status":"INTERNAL"');
  expect(text).not.toContain('secret');
});

function ask(
  fetch: Served['fetch'],
  place: string,
  sentBody?: JsonObject,
  version: string | null = '1.0',
): Promise<Response> {
  const [method = '', path = ''] = place.split(' ');
  return fetch(ORIGIN + path, {
    method,
    headers: {
      ...(sentBody && { 'content-type': 'application/a2a+json' }),
      ...(version !== null && { 'a2a-version': version }),
    },
    ...(sentBody && { body: JSON.stringify(sentBody) }),
  });
}

async function body(response: Response): Promise<JsonObject> {
  return (await response.json()) as JsonObject;
}

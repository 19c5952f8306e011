import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { message, ORIGIN, serve, type Served } from '../served.fixture.ts';

/** As Go and Python write a message with the names of its protocol buffer. */
const sent = {
  message: { message_id: 'm1', role: 1, parts: [{ text: 'hi', media_type: 'text/plain' }] },
};

it.each(['1.0', '0.3'])('takes the names of protocol buffers over JSON-RPC %s', async (version) => {
  const { rpc, runner } = serve();
  const { result } = await rpc(version === '1.0' ? 'SendMessage' : 'message/send', sent, version);
  const { id } = (version === '1.0' ? (result as { task: JsonObject }).task : result) as {
    id: string;
  };
  expect((await runner.get(id))?.entries?.last.message.content).toBe('heard hi');
  const asked = { id, history_length: '1' };
  const found = await rpc(version === '1.0' ? 'GetTask' : 'tasks/get', asked, version);
  expect((found['result'] as { history: unknown[] }).history).toHaveLength(1);
});

it('takes them over REST, in bodies and in queries', async () => {
  const served = serve();
  expect(await restJson(served, '/message:send', sent)).toMatchObject({ task: { status: {} } });
  const query = '?page_size=1&history_length=1&include_artifacts=true&status=3';
  const page = await restJson(served, `/tasks${query}`);
  expect(page).toMatchObject({ pageSize: 1, tasks: [{ artifacts: [{}], history: [{}] }] });
  expect(await restJson(served, '/tasks?status=4')).toMatchObject({ tasks: [] });
});

it('goes on with a task whose id came under its other name', async () => {
  const { rpc } = serve({
    agentFn: (messages) => ({
      role: 'assistant',
      content: 'And?',
      ...(messages.length === 1 && { expects_reply: true }),
    }),
  });
  const first = await rpc('SendMessage', message('hi'), '1.0');
  const { id } = (first['result'] as { task: { id: string } }).task;
  const next = { message_id: 'm2', task_id: id, role: 'ROLE_USER', parts: [{ text: 'that' }] };
  const second = await rpc('SendMessage', { message: next }, '1.0');
  expect(second).toMatchObject({
    result: { task: { id, status: { state: 'TASK_STATE_COMPLETED' } } },
  });
});

it.each([
  ['1.5', 'must be a whole number'],
  ['ten', 'must be a whole number'],
  ['-1', 'must be a whole number'],
])('refuses %s as a number', async (history_length, problem) => {
  const { rpc } = serve();
  const { error } = await rpc('GetTask', { id: 'x', history_length }, '1.0');
  expect(error).toMatchObject({ code: -32001 });
  const sending = { ...sent, configuration: { history_length } };
  const refused = (await rpc('SendMessage', sending, '1.0'))['error'];
  expect(refused).toMatchObject({ code: -32602, message: expect.stringContaining(problem) });
});

async function restJson({ fetch }: Served, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${ORIGIN}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

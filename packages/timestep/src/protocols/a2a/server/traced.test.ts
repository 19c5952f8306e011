import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '#core';
import { message, ORIGIN, serve, type Served } from '../served.fixture.ts';

const ONE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const TWO = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b8-00';

type Send = (params: JsonObject, traceparent: string) => Promise<string>;

function idIn(body: unknown): string {
  const whole = isJsonObject(body) ? (body['result'] ?? body) : undefined;
  const task = isJsonObject(whole) ? whole['task'] : undefined;
  if (!isJsonObject(task)) throw new Error(JSON.stringify(body));
  return task['id'] as string;
}

const rpc =
  ({ fetch }: Served): Send =>
  async (params, traceparent) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params });
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0', traceparent };
    const response = await fetch(`${ORIGIN}/`, { method: 'POST', headers, body });
    return idIn(await response.json());
  };

const rest =
  ({ fetch }: Served): Send =>
  async (params, traceparent) => {
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0', traceparent };
    const body = JSON.stringify(params);
    const response = await fetch(`${ORIGIN}/message:send`, { method: 'POST', headers, body });
    return idIn(await response.json());
  };

it.each([
  ['JSON-RPC', rpc],
  ['REST', rest],
] as const)('keeps the span that led to a task, over %s', async (_name, sender) => {
  const served = serve();
  const send = sender(served);
  const id = await send(message('hello'), ONE);
  const kept = await served.runner.get(id);
  expect(kept?.origin.metadata).toEqual({ traceparent: ONE });
  // A client that tries again has another span by then.
  expect(await send(message('hello'), TWO)).toBe(id);
  expect((await served.runner.get(id))?.origin.metadata).toEqual({ traceparent: ONE });
});

it('lets what the message says go before the header', async () => {
  const served = serve();
  const said = { metadata: { traceparent: TWO } };
  const id = await rpc(served)(message('hello', 'm1', said), ONE);
  expect((await served.runner.get(id))?.origin.metadata).toEqual({ traceparent: TWO });
});

it('keeps nothing of a header that is none', async () => {
  const served = serve();
  const id = await rpc(served)(message('hello'), '<script>');
  expect((await served.runner.get(id))?.origin.metadata).toBeUndefined();
});

it('keeps the span of a later message with the message', async () => {
  const served = serve({
    agentFn: (messages) =>
      messages.length === 1
        ? { role: 'assistant', content: 'where?', expects_reply: true }
        : { role: 'assistant', content: 'sunny' },
  });
  const send = rpc(served);
  const id = await send(message('hello'), ONE);
  await send(message('Rome', 'm2', { taskId: id }), TWO);
  const task = await served.runner.get(id);
  expect(task?.origin.metadata).toEqual({ traceparent: ONE });
  expect(task?.entries?.before?.last.metadata).toEqual({ traceparent: TWO });
});

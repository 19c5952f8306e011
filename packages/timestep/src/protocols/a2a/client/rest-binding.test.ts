import { expect, it } from 'vitest';
import { ORIGIN, serve } from '../served.fixture.ts';
import { connectA2A } from './connect-a2a.ts';
import type { FetchFn } from './json-rpc-client.ts';
import { createRestBinding } from './rest-binding.ts';

const QUESTION = { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hi' }] } };

async function call(fetch: FetchFn, method: string, params: object): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'a2a-version': '1.0', 'content-type': 'application/json' };
  return createRestBinding(fetch).fetch(`${ORIGIN}/`, { method: 'POST', headers, body });
}

it('asks a peer that offers nothing else', async () => {
  const { fetch } = serve();
  const paths: string[] = [];
  const only = async (url: string, init: RequestInit): Promise<Response> => {
    paths.push(new URL(url).pathname);
    const response = await fetch(url, init);
    if (!url.endsWith('.json')) return response;
    const card = (await response.json()) as { supportedInterfaces: { protocolBinding: string }[] };
    const kept = card.supportedInterfaces.filter((one) => one.protocolBinding === 'HTTP+JSON');
    return Response.json({
      ...card,
      url: undefined,
      additionalInterfaces: [],
      supportedInterfaces: kept,
    });
  };
  const client = await connectA2A(ORIGIN, { fetch: only });
  expect(client.peer.binding).toBe('HTTP+JSON');
  const states: string[] = [];
  for await (const update of client.send({ messageId: 'm1', message: 'hi' })) {
    if (update.kind === 'task') states.push(update.task.state);
  }
  expect(states.at(-1)).toBe('completed');
  expect(paths).toContain('/message:stream');
});

it('answers with the result of JSON-RPC, and with its errors', async () => {
  const { fetch } = serve();
  const sent = (await (await call(fetch, 'SendMessage', QUESTION)).json()) as {
    readonly result: { readonly task: { readonly id: string } };
  };
  const { id } = sent.result.task;
  const got = await (await call(fetch, 'GetTask', { id })).json();
  expect(got).toMatchObject({ jsonrpc: '2.0', result: { id } });
  const ended = await (await call(fetch, 'CancelTask', { id })).json();
  expect(ended).toMatchObject({ error: { code: -32002 } });
  const none = await (await call(fetch, 'GetTask', { id: 'a/b c' })).json();
  expect(none).toMatchObject({ error: { code: -32001, message: 'there is no task a/b c' } });
});

it('calls below the tenant of an interface', async () => {
  const urls: string[] = [];
  const fetch: FetchFn = async (url) => {
    urls.push(url);
    return Response.json({});
  };
  await call(fetch, 'GetTask', { id: 't', tenant: 'sky/east' });
  await call(fetch, 'SubscribeToTask', { id: 't' });
  expect(urls).toEqual([`${ORIGIN}/sky%2Feast/tasks/t`, `${ORIGIN}/tasks/t:subscribe`]);
});

it('leaves an answer as it is that no server of A2A has made', async () => {
  const gone = await call(async () => new Response('<p>no</p>', { status: 502 }), 'GetTask', {
    id: 't',
  });
  expect([gone.status, await gone.text()]).toEqual([502, '<p>no</p>']);
});

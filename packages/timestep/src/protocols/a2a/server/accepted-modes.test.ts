import { expect, it } from 'vitest';
import { getAcceptedMediaTypes, type JsonObject } from '#core';
import { message, message03, ORIGIN, serve } from '../served.fixture.ts';

/** What an agent sees of a request over one of the bindings. */
async function seenOver(way: string, acceptedOutputModes: readonly string[]): Promise<unknown> {
  let seen: unknown;
  const { rpc, fetch } = serve({
    agentFn(_messages, { task }) {
      seen = getAcceptedMediaTypes(task.metadata);
      return { role: 'assistant', content: 'a,b' };
    },
  });
  const configuration = { acceptedOutputModes };
  const rest = (path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
    fetch(ORIGIN + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const message10: JsonObject = { ...message('hi'), configuration };
  if (way === 'JSON-RPC 1.0') await rpc('SendMessage', message10, '1.0');
  if (way === 'JSON-RPC 0.3') await rpc('message/send', { ...message03('hi'), configuration });
  if (way === 'REST 1.0') await rest('/message:send', message10, { 'a2a-version': '1.0' });
  if (way === 'REST 0.3') {
    const sent = { messageId: 'm1', role: 'ROLE_USER', content: [{ text: 'hi' }] };
    await rest('/v1/message:send', { request: sent, configuration }, {});
  }
  return seen;
}

const WAYS = ['JSON-RPC 1.0', 'JSON-RPC 0.3', 'REST 1.0', 'REST 0.3'];

it.each(WAYS)('tells the agent what its caller accepts, over %s', async (way) => {
  expect(await seenOver(way, ['text/csv', 'text/plain'])).toEqual(['text/csv', 'text/plain']);
});

it.each(WAYS)('tells the agent nothing where all is accepted, over %s', async (way) => {
  expect(await seenOver(way, [])).toEqual([]);
  expect(await seenOver(way, ['text/plain', '*/*'])).toEqual([]);
});

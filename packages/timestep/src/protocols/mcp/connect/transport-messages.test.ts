import { expect, it, onTestFinished } from 'vitest';
import { createEnvironmentHandler } from '../serve/handler.ts';
import { connectEnvironment } from './connect-environment.ts';
import type { JsonObject } from '#core';
import type { LinkMessage } from './transport-messages.ts';

const { signal } = new AbortController();

it('hears each request and its answer once, in their order', async () => {
  const heard: LinkMessage[] = [];
  const tools = [{ name: 'add', execute: () => '3' }];
  const handler = createEnvironmentHandler({ name: 'sums', version: '1', tools });
  onTestFinished(() => handler.close());
  const environment = await connectEnvironment(
    { handler },
    { onMessage: (message) => heard.push(message) },
  );
  onTestFinished(() => environment.close());
  await environment.listTools(signal);
  const before = heard.length;
  const adding = { id: 'c', name: 'add', arguments: { x: 1 } };
  await environment.callTool(adding, { key: 'k', attempt: 1, signal });
  const [call, result, ...more] = heard.slice(before);
  expect(more).toEqual([]);
  expect(call).toMatchObject({
    isSent: true,
    message: { method: 'tools/call', params: { name: 'add', arguments: { x: 1 } } },
  });
  const content = [{ type: 'text', text: '3' }];
  expect(result).toMatchObject({ isSent: false, message: { result: { content } } });
  expect(result?.message['id']).toBe(call?.message['id']);
  const answered = heard.flatMap(({ isSent, message }) => (isSent ? [] : (message['id'] ?? [])));
  const asked = heard.filter(({ isSent, message }) => isSent && 'id' in message);
  // A subscription is answered by messages of its own.
  const isSubscription = (message: JsonObject) => message['method'] === 'subscriptions/listen';
  expect(answered).toEqual(
    asked.flatMap(({ message }) => (isSubscription(message) ? [] : message['id'])),
  );
});

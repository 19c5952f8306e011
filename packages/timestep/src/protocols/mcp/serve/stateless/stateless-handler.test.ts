import { describe, expect, it } from 'vitest';
import { wallClock } from '../wall-clock.ts';
import type { EnvironmentDefinition } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';
import { askModern, URL_WITHIN } from '../requests.fixture.ts';
import { callOf, META } from './both-ways.fixture.ts';

/** A tool that waits until it is called off, and what it had to do with. */
function waiting() {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const definition: EnvironmentDefinition = {
    name: 'test',
    version: '1.0.0',
    tools: [
      {
        name: 'wait',
        async execute(_args, { signal, progress }) {
          await progress(1);
          begun.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          ended.resolve(signal.reason);
          await progress(2);
          return 'late';
        },
      },
    ],
  };
  return { definition, begun: begun.promise, ended: ended.promise };
}

function requestOf(signal: AbortSignal, meta = {}): Request {
  const { headers, body } = callOf('wait', {}, { meta });
  return new Request(URL_WITHIN, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
}

describe.each([
  ['us', {}],
  ['the SDK', { configure: () => undefined }],
])('a call that is answered by %s', (_who, hook) => {
  function serve() {
    const tool = waiting();
    return { ...tool, handler: createEnvironmentHandler({ ...tool.definition, ...hook }) };
  }

  it('is called off when its caller goes away', async () => {
    const { handler, begun, ended } = serve();
    const caller = new AbortController();
    const calling = handler(requestOf(caller.signal));
    await begun;
    caller.abort();
    expect((await calling).status).toBe(499);
    expect(await ended).toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('is called off when the reader leaves its stream', async () => {
    const { handler, ended } = serve();
    const { signal } = new AbortController();
    const response = await handler(requestOf(signal, { progressToken: 'p' }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await response.body?.cancel();
    expect(await ended).toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('is called off when the server closes', async () => {
    const { handler, begun, ended } = serve();
    const calling = handler(requestOf(new AbortController().signal));
    await begun;
    await handler.close();
    expect((await calling).status).toBe(499);
    expect(await ended).toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('is not made where its caller has gone already', async () => {
    const { handler } = serve();
    const response = await handler(requestOf(AbortSignal.abort()));
    expect([400, 499]).toContain(response.status);
  });
});

describe('an environment that changes', () => {
  const named = (name: string): EnvironmentDefinition => ({
    name: 'test',
    version: '1.0.0',
    instructions: `use ${name}`,
    tools: [{ name, execute: () => name }],
  });

  it('is listed as it is now', async () => {
    const handler = createEnvironmentHandler(named('first'));
    const tools = async () =>
      (await askModern(handler, { method: 'tools/list' })).result?.['tools'];
    const use = async () =>
      (await askModern(handler, { method: 'server/discover' })).result?.['instructions'];
    for (const name of ['first', 'second', 'third']) {
      handler.update(named(name));
      expect(await tools()).toMatchObject([{ name }]);
      expect(await tools()).toMatchObject([{ name }]);
      expect(await use()).toBe(`use ${name}`);
      expect(await use()).toBe(`use ${name}`);
    }
  });

  it('is called as it is now', async () => {
    const handler = createEnvironmentHandler(named('first'));
    handler.update(named('second'));
    const call = (name: string) => ({ method: 'tools/call', params: { name, arguments: {} } });
    expect(await askModern(handler, call('first'))).toMatchObject({ error: { code: -32602 } });
    expect(await askModern(handler, call('second'))).toMatchObject({
      result: { content: [{ text: 'second' }] },
    });
  });
});

it('says that it failed where a result cannot be written', async () => {
  const told: string[] = [];
  const handler = createEnvironmentHandler(
    {
      name: 'test',
      version: '1.0.0',
      tools: [{ name: 'big', execute: () => ({ content: [], structuredContent: { n: 1n } }) }],
    },
    { clock: wallClock, onError: ({ message }) => told.push(message) },
  );
  const { error, status } = await askModern(handler, {
    method: 'tools/call',
    params: { name: 'big', arguments: {} },
    meta: META,
  });
  expect({ error, status }).toEqual({
    error: { code: -32603, message: 'Internal error' },
    status: 200,
  });
  expect(told).toEqual([expect.stringContaining('BigInt')]);
});

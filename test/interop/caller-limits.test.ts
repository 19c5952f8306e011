import OpenAI, { APIError } from 'openai';
import { Agent, serve, type ServeOptions } from '@timestep-ai/timestep';
import { expect, it, onTestFinished } from 'vitest';

type Limits = NonNullable<ServeOptions['callerLimits']>;

/** A server for ann and bob whose agent answers, or waits for `goOn` where it is told to. */
async function served(callerLimits: Limits, more: Partial<ServeOptions> = {}) {
  const waiting = Promise.withResolvers<void>();
  const agent = new Agent({
    agentId: 'one',
    name: 'one',
    async model(messages, { emit }) {
      if (messages.at(-1)?.content === 'wait') {
        emit({ type: 'text', text: 'a' });
        await waiting.promise;
      }
      return { role: 'assistant', content: 'answer' };
    },
  });
  const serving = await serve({
    agents: [agent],
    port: 0,
    database: ':memory:',
    apiKeys: [
      { key: 'key-ann', principal: 'ann' },
      { key: 'key-bob', principal: 'bob' },
    ],
    callerLimits,
    ...more,
  });
  onTestFinished(() => serving.close(0));
  onTestFinished(() => waiting.resolve());
  const clientOf = (apiKey: string): OpenAI =>
    new OpenAI({ baseURL: `${serving.url}/v1`, apiKey, maxRetries: 0 });
  const [client, other] = [clientOf('key-ann'), clientOf('key-bob')];
  return { url: serving.url, client, other, goOn: () => waiting.resolve() };
}

const asked = { model: 'one', input: 'hi' };

async function refusalOf(work: PromiseLike<unknown>): Promise<APIError> {
  const failed = await Promise.resolve(work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (failed instanceof APIError) return failed;
  throw new Error('it was not refused');
}

it('a caller that asks too often is refused, in the form of the API, and the others are not', async () => {
  const { client, other } = await served({ requestsPerMinute: 2 });
  const first = await client.responses.create(asked).withResponse();
  expect(first.response.headers.get('x-ratelimit-limit-requests')).toBe('2');
  expect(first.response.headers.get('x-ratelimit-remaining-requests')).toBe('1');
  await client.models.list();
  const refused = await refusalOf(client.responses.create(asked));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'requests' });
  expect(Number(refused.headers?.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers?.get('x-ratelimit-remaining-requests')).toBe('0');
  expect(
    await refusalOf(client.chat.completions.create({ model: 'one', messages: [] })),
  ).toMatchObject({ status: 429 });
  expect((await other.responses.create(asked)).output_text).toBe('answer');
});

it('a caller has only so many answers under way, streams until they end', async () => {
  const { client, other, goOn } = await served({ requestsAtOnce: 1 });
  const stream = await client.responses.create({ ...asked, input: 'wait', stream: true });
  const refused = await refusalOf(client.responses.create(asked));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  expect((await other.responses.create(asked)).output_text).toBe('answer');
  goOn();
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  expect(types.at(-1)).toBe('response.completed');
  expect((await client.responses.create(asked)).output_text).toBe('answer');
});

it('a reader that goes away has no answer under way any more', async () => {
  const { client } = await served({ requestsAtOnce: 1 });
  const stream = await client.responses.create({ ...asked, input: 'wait', stream: true });
  stream.controller.abort();
  const answered = (): Promise<string> =>
    client.responses.create(asked).then(
      ({ output_text }) => output_text,
      () => 'refused',
    );
  await expect.poll(answered).toBe('answer');
});

it('other protocols refuse alike, in the form of the server', async () => {
  const { url } = await served({ requestsPerMinute: 1 });
  const send = () =>
    fetch(`${url}/agents/one`, {
      method: 'POST',
      headers: { authorization: 'Bearer key-ann', 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }),
    });
  expect((await send()).status).toBe(200);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  // Probes and cards are for all, and no requests of a caller.
  expect((await fetch(`${url}/agents/one/.well-known/agent-card.json`)).status).toBe(200);
});

it('a page of an allowed origin reads a refusal and its limits', async () => {
  const origin = 'https://app.example';
  const { url } = await served({ requestsPerMinute: 1 }, { allowedOrigins: [origin] });
  const send = (path: string) =>
    fetch(`${url}/v1${path}`, { headers: { origin, authorization: 'Bearer key-ann' } });
  await send('/models');
  const refused = await send('/conversations/none');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  const exposed = refused.headers.get('access-control-expose-headers') ?? '';
  for (const name of ['Retry-After', 'X-Request-Id', 'X-RateLimit-Remaining-Requests']) {
    expect(exposed).toContain(name);
  }
});

it.each(['/responses', '/conversations', '/files', '/chat/completions'])(
  'a page of an allowed origin may ask %s',
  async (path) => {
    const origin = 'https://app.example';
    const { url } = await served({}, { allowedOrigins: [origin] });
    const asking = (from: string) =>
      fetch(`${url}/v1${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-stainless-lang',
        },
      });
    const allowed = await asking(origin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-stainless-lang');
    expect((await asking('https://evil.example')).status).toBe(403);
  },
);

import OpenAI from 'openai';
import { Agent, serve, type AgentFn, type Serving } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { describe, expect, it, onTestFinished } from 'vitest';

const KEY = 'key-of-ann';

/** Says how many messages it was shown, and the last of them. */
const counting: AgentFn = (messages) => {
  const last = messages.at(-1);
  return { role: 'assistant', content: `${messages.length}: ${last ? getText(last) : ''}` };
};

async function served(): Promise<Serving> {
  const agent = new Agent({ agentId: 'counter', name: 'Counter', model: counting });
  const options = { port: 0, database: ':memory:', apiKeys: [{ key: KEY, principal: 'ann' }] };
  const serving = await serve({ agents: [agent], ...options });
  onTestFinished(() => serving.close(0));
  return serving;
}

interface Told {
  readonly type: string;
  readonly status?: number;
  readonly error?: { readonly code: string };
  readonly response?: { readonly id: string; readonly output: readonly unknown[] };
}

/** The WebSocket of Node, and what it hears in the end of each response. */
async function socketOf({ url }: Serving, headers: Readonly<Record<string, string>>) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, { headers });
  const ends: Told[] = [];
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told;
    if (['error', 'response.completed'].includes(told.type)) ends.push(told);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('refused')));
  });
  onTestFinished(() => socket.close());
  return {
    async ask(body: object): Promise<Told | undefined> {
      const before = ends.length;
      socket.send(JSON.stringify({ type: 'response.create', model: 'counter', ...body }));
      await expect.poll(() => ends.length).toBe(before + 1);
      return ends.at(-1);
    },
  };
}

const authorized = { authorization: `Bearer ${KEY}` };

describe('a WebSocket at /v1/responses', () => {
  it('continues responses that are stored, and those that are not', async () => {
    const serving = await served();
    const socket = await socketOf(serving, authorized);
    const first = await socket.ask({ input: 'one', store: false });
    const previous_response_id = first?.response?.id;
    const second = await socket.ask({ input: 'two', store: false, previous_response_id });
    expect(JSON.stringify(second?.response?.output)).toContain('3: two');
    const third = await socket.ask({ input: 'three', previous_response_id: second?.response?.id });

    const client = new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: KEY, maxRetries: 0 });
    const response = await client.responses.create({
      model: 'counter',
      input: 'four',
      previous_response_id: third?.response?.id ?? '',
    });
    expect(response.output_text).toBe('7: four');
    const metrics = await fetch(`${serving.url}/metrics`, { headers: authorized });
    expect(await metrics.text()).toMatch(/status_code="101"/);
  });

  it.each([
    ['without a key', {}],
    ['with another key', { authorization: 'Bearer wrong' }],
    ['from a page of another origin', { ...authorized, origin: 'https://evil.example' }],
  ])('is refused %s', async (_name, headers) => {
    await expect(socketOf(await served(), headers)).rejects.toThrow('refused');
  });
});

describe('compaction', () => {
  it('gives the openai client the input of its next response', async () => {
    const { url } = await served();
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
    const input = [
      { role: 'user', content: 'one' } as const,
      { role: 'assistant', content: 'two' } as const,
    ];
    const compacted = await client.responses.compact({ model: 'counter', input });
    expect(compacted.output.map(({ type }) => type)).toEqual(['compaction']);
    const next = [...compacted.output, { role: 'user', content: 'three' } as const];
    const response = await client.responses.create({
      model: 'counter',
      input: next as OpenAI.Responses.ResponseInput,
    });
    expect(response.output_text).toBe('2: three');
  });
});

describe('a request that is refused', () => {
  it.each([
    ['without a key', 'wrong', '/v1/responses', 401, 'unauthorized'],
    ['to a path that is not there', KEY, '/v1/nothing', 404, 'not-found'],
    ['to an unknown response', KEY, '/v1/responses/resp_0', 404, 'response_not_found'],
  ])('%s has the form of the API, and an id', async (_what, key, path, status, code) => {
    const { url } = await served();
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    const message = expect.any(String);
    const error = { message, type: 'invalid_request_error', param: null, code };
    expect(await answer.json()).toEqual({ error });
  });

  it('tells the openai client which request it was', async () => {
    const { url } = await served();
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
    const created = await client.responses.create({ model: 'counter', input: 'one' });
    expect(created).toMatchObject({ _request_id: expect.stringMatching(/^req_/) });
    const refused = client.responses.create({ model: 'counter', input: 'one', temperature: 3 });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'decimal_above_max_value',
      param: 'temperature',
      requestID: expect.stringMatching(/^req_/),
    });
  });
});

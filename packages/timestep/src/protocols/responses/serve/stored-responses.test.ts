import { describe, expect, it } from 'vitest';
import { createMemoryRunner } from '#engine/runner';
import { createResponsesHandler } from './responses-handler.ts';
import { idOf, says, script, serve } from '../served.fixture.ts';

const MESSAGES = ['a', 'b', 'c'].map((content) => ({ role: 'user', content }));

async function stored() {
  const served = serve(script(says('hi')).agent);
  const answer = await served.post({ input: MESSAGES });
  const path = `/v1/responses/${idOf(answer)}`;
  const items = async (query: string) => {
    const { body } = await served.ask('GET', `${path}/input_items${query}`);
    const data = body['data'] as { id: string; content: { text: string }[] }[];
    return {
      ...body,
      texts: data.map(({ content }) => content[0]?.text),
      ids: data.map(({ id }) => id),
    };
  };
  return { served, answer, path, items };
}

describe('a stored response', () => {
  it('can be retrieved and deleted', async () => {
    const { served, answer, path } = await stored();
    expect(await served.ask('GET', path)).toEqual(answer);
    expect((await served.ask('DELETE', path)).body).toMatchObject({ deleted: true });
    expect((await served.ask('GET', path)).status).toBe(404);
    expect((await served.ask('DELETE', path)).status).toBe(404);
  });

  it('cannot be streamed again', async () => {
    const { served, path } = await stored();
    expect(await served.ask('GET', `${path}?stream=true`)).toMatchObject({
      status: 400,
      body: { error: { code: 'unsupported_parameter', param: 'stream' } },
    });
  });
});

describe('GET /v1/responses/{id}/input_items', () => {
  it('lists the input, newest first unless asked otherwise', async () => {
    const { items } = await stored();
    const { texts, ids, ...page } = await items('');
    expect(texts).toEqual(['c', 'b', 'a']);
    expect(page).toMatchObject({
      object: 'list',
      first_id: ids[0],
      last_id: ids[2],
      has_more: false,
    });
    expect((await items('?order=asc')).texts).toEqual(['a', 'b', 'c']);
  });

  it('lists it in pages', async () => {
    const { items } = await stored();
    const first = await items('?limit=2&order=asc');
    expect(first).toMatchObject({ texts: ['a', 'b'], has_more: true });
    const second = await items(`?limit=2&order=asc&after=${first.ids[1]}`);
    expect(second).toMatchObject({ texts: ['c'], has_more: false });
    expect(await items(`?order=asc&after=${second.ids[0]}`)).toMatchObject({
      texts: [],
      first_id: null,
      last_id: null,
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['order=up', 'order'],
    ['after=msg_0', 'after'],
  ])('refuses %s', async (query, param) => {
    const { served, path } = await stored();
    expect(await served.ask('GET', `${path}/input_items?${query}`)).toMatchObject({
      status: 400,
      body: { error: { param } },
    });
  });
});

describe('GET /v1/models', () => {
  it('lists the agents, and each by name', async () => {
    const served = serve(script().agent, { others: ['team/weather'] });
    const model = (id: string) => ({
      id,
      object: 'model',
      created: 1_790_000_000,
      owned_by: 'timestep',
    });
    expect((await served.ask('GET', '/v1/models')).body).toEqual({
      object: 'list',
      data: [model('assistant'), model('team/weather')],
    });
    for (const path of ['team/weather', 'team%2Fweather']) {
      expect((await served.ask('GET', `/v1/models/${path}`)).body).toEqual(model('team/weather'));
    }
  });
});

describe('createResponsesHandler', () => {
  it('leaves other paths to others, and needs nothing but a runner and agents', async () => {
    const runner = createMemoryRunner({ agents: [] });
    const handler = createResponsesHandler({ runner, agents: [{ name: 'a' }] });
    const status = async (path: string) =>
      (await handler(new Request(`http://localhost${path}`)))?.status;
    expect(await status('/v1/responsesx')).toBeUndefined();
    expect(await status('/v1/embeddings')).toBeUndefined();
    expect(await status('/')).toBeUndefined();
    expect(await status('/v1/models/')).toBe(200);
  });
});

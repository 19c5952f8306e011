import { describe, expect, it } from 'vitest';
import { message, message03, ORIGIN, serve, type Served } from '../served.fixture.ts';

const CITATIONS = 'https://example.com/citations/v1';
const GEO = 'https://example.com/geo/v1';
const agent = {
  name: 'subject',
  description: 'Under test.',
  version: '1.0.0',
  extensions: [
    {
      uri: CITATIONS,
      description: 'Answers say their sources.',
      required: true,
      params: { most: 3 },
    },
    { uri: GEO },
  ],
};

function post(
  { fetch }: Served,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  return fetch(`${ORIGIN}${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

it.each(['1.0', '0.3'])('are on the card of %s', async (version) => {
  const { fetch } = serve({ agent });
  const headers = { 'a2a-version': version };
  const card = await (await fetch(`${ORIGIN}/.well-known/agent-card.json`, { headers })).json();
  expect(card).toMatchObject({
    capabilities: {
      extensions: [{ required: false }, agent.extensions[0], { uri: GEO, required: false }],
    },
  });
});

/** What is told of an error, in the form of 1.0 and in that of 0.3. */
const list = (details: readonly object[]): object => details;
const detailsObject = (details: readonly object[]): object => ({ details });

describe('one that is required', () => {
  it.each([
    ['JSON-RPC 1.0', rpc('SendMessage', message('hi')), { 'a2a-version': '1.0' }, list],
    ['JSON-RPC 0.3', rpc('message/send', message03('hi')), {}, detailsObject],
    ['a lookup', rpc('GetTask', { id: 'x' }), { 'a2a-version': '1.0' }, list],
  ])('is missed over %s', async (_what, body, headers, inForm) => {
    const answer = await post(serve({ agent }), '/', body, headers);
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: {
        code: -32008,
        message: `this agent requires extensions that the request does not name: send the header A2A-Extensions: ${CITATIONS}`,
        data: inForm([
          { reason: 'EXTENSION_SUPPORT_REQUIRED', metadata: { extensions: CITATIONS } },
        ]),
      },
    });
  });

  it('is missed over REST', async () => {
    const headers = { 'a2a-version': '1.0', 'a2a-extensions': GEO };
    const answer = await post(serve({ agent }), '/message:send', message('hi'), headers);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        error: {
          status: 'FAILED_PRECONDITION',
          details: [{ reason: 'EXTENSION_SUPPORT_REQUIRED' }],
        },
      },
    ]);
  });

  it.each([
    ['a2a-extensions', '1.0', 'SendMessage', message('hi')],
    ['x-a2a-extensions', '0.3', 'message/send', message03('hi')],
  ])('is named by %s', async (header, version, method, params) => {
    const headers = { 'a2a-version': version, [header]: `${GEO}, ${CITATIONS}` };
    const answer = await post(serve({ agent }), '/', rpc(method, params), headers);
    expect(await answer.json()).toHaveProperty('result');
  });
});

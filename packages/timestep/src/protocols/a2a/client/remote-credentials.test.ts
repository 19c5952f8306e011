import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { AgentSecurity } from '../wire/agent-description.ts';
import { buildA2A03Card } from '../wire/a2a-0-3-card.ts';
import { buildA2ACard } from '../wire/a2a-card.ts';
import { connectA2A } from './connect-a2a.ts';
import type { RemoteCredentials } from './remote-credentials.ts';

const PEER = 'https://peer.example';

const SECURITY: readonly AgentSecurity[] = [
  { kind: 'api-key', name: 'header', in: 'header', field: 'x-key' },
  { kind: 'api-key', name: 'query', in: 'query', field: 'key' },
  { kind: 'api-key', name: 'cookie', in: 'cookie', field: 'session' },
  { kind: 'http', name: 'bearer', scheme: 'Bearer' },
  { kind: 'http', name: 'basic', scheme: 'Basic' },
  { kind: 'openid', name: 'openid', url: 'https://id.example', scopes: ['ask'] },
  { kind: 'oauth2', name: 'oauth', flows: {} },
];
const agent = { name: 'Sky', description: 'Looks up.', version: '1', security: SECURITY };

const FORMS: readonly (readonly [string, (url: string) => JsonObject])[] = [
  ['1.0', (url) => buildA2ACard(agent, url)],
  [
    '0.3',
    (url) => {
      const { supportedInterfaces: _newer, ...card } = buildA2A03Card(agent, url);
      return card;
    },
  ],
];

/** What a peer with a card is asked, by a program with these credentials. */
async function asked(card: JsonObject, credentials: RemoteCredentials) {
  const requests: { readonly url: string; readonly headers: Headers }[] = [];
  const client = await connectA2A(PEER, {
    credentials,
    patienceMs: 0,
    fetch: async (url, init) => {
      requests.push({ url, headers: new Headers(init.headers) });
      if (url.endsWith('.json')) return Response.json(card);
      const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } };
      return Response.json({ jsonrpc: '2.0', id: 1, result: task });
    },
  });
  await client.get('t');
  const [ofCard, ofCall] = requests;
  if (!ofCard || !ofCall) throw new Error('the peer was not asked');
  return { ofCard, ofCall };
}

type Case = readonly [what: string, RemoteCredentials, header: string, value: string];

const CASES: readonly Case[] = [
  ['a key in a header', { header: 'k' }, 'x-key', 'k'],
  ['a key in a cookie', { cookie: 'a b' }, 'cookie', 'session=a%20b'],
  ['a token', { bearer: 'k' }, 'authorization', 'Bearer k'],
  ['a password', { basic: { user: 'ann', password: 'p' } }, 'authorization', 'Basic YW5uOnA='],
  ['a token of OpenID Connect', { openid: async () => 'made' }, 'authorization', 'Bearer made'],
  ['a token of OAuth', { oauth: () => 'made' }, 'authorization', 'Bearer made'],
];

it.each(FORMS.flatMap(([form, card]) => CASES.map((one) => [form, card, ...one] as const)))(
  'shows, to a peer of %s, %s%s',
  async (_form, card, ...[, credentials, header, value]) => {
    const { ofCard, ofCall } = await asked(card(PEER), credentials);
    expect(ofCall.headers.get(header)).toBe(value);
    expect(ofCard.headers.get(header)).toBeNull();
  },
);

it.each(FORMS)('shows a key in the query to a peer of %s', async (_form, card) => {
  const { ofCall } = await asked(card(PEER), { query: 'k' });
  expect(ofCall.url).toBe(`${PEER}/?key=k`);
});

it('asks for a token with each request', async () => {
  let made = 0;
  const token = () => `t${(made += 1)}`;
  await asked(buildA2ACard(agent, PEER), { oauth: token });
  expect(made).toBe(1);
});

it('shows nothing to another origin than the program has named', async () => {
  const elsewhere = 'https://other.example';
  for (const [, credentials, header] of CASES) {
    const { ofCall } = await asked(buildA2ACard(agent, elsewhere), credentials);
    expect(ofCall.url).toBe(`${elsewhere}/`);
    expect(ofCall.headers.get(header)).toBeNull();
  }
  expect((await asked(buildA2ACard(agent, elsewhere), { query: 'k' })).ofCall.url).not.toContain(
    'key',
  );
});

it('shows all schemes of one requirement, and nothing to a peer that asks for none', async () => {
  const both = {
    ...buildA2ACard(agent, PEER),
    securityRequirements: [
      { schemes: { header: { list: [] }, bearer: { list: [] } } },
      { schemes: { basic: { list: [] } } },
    ],
  };
  const { ofCall } = await asked(both, { header: 'k', bearer: 'b' });
  expect([ofCall.headers.get('x-key'), ofCall.headers.get('authorization')]).toEqual([
    'k',
    'Bearer b',
  ]);
  const none = buildA2ACard({ ...agent, security: [] }, PEER);
  expect((await asked(none, { header: 'k' })).ofCall.headers.get('x-key')).toBeNull();
});

it('says what a peer asks for that is not given', async () => {
  await expect(
    asked(buildA2ACard({ ...agent, security: SECURITY.slice(0, 2) }, PEER), {}),
  ).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'Sky requires credentials that are not configured: header, or query',
  });
});

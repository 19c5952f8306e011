import { expect, it } from 'vitest';
import type { AgentDescription } from '../wire/agent-description.ts';
import { ORIGIN, serve, type Served } from '../served.fixture.ts';

const skill = (id: string) => ({ id, name: id, description: `Does ${id}.` });
const agent: AgentDescription = {
  name: 'subject',
  description: 'Under test.',
  version: '1.0.0',
  skills: [skill('public')],
  extended: ({ principal }) => ({ description: `For ${principal}.`, skills: [skill('hidden')] }),
};

type Way = readonly [path: string, method: string | undefined, version: string];

const WAYS: readonly Way[] = [
  ['/', 'GetExtendedAgentCard', '1.0'],
  ['/', 'agent/getAuthenticatedExtendedCard', '0.3'],
  ['/extendedAgentCard', undefined, '1.0'],
  ['/v1/card', undefined, '0.3'],
];

function asked({ fetch }: Served, [path, method, version]: Way): Promise<Response> {
  const headers = { 'a2a-version': version, 'content-type': 'application/json' };
  if (method === undefined) return fetch(ORIGIN + path, { headers });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  return fetch(ORIGIN + path, { method: 'POST', headers, body });
}

it.each(WAYS)('says more to a caller with a name: %s %s %s', async (...way) => {
  const served = serve({ agent, principalOf: () => 'ann' });
  const answer = await asked(served, way);
  const given = (await answer.json()) as { readonly result?: unknown };
  expect(given.result ?? given).toMatchObject({
    name: 'subject',
    description: 'For ann.',
    skills: [{ id: 'public' }, { id: 'hidden' }],
    ...(way[2] === '1.0'
      ? { capabilities: { extendedAgentCard: true } }
      : { protocolVersion: '0.3.0', supportsAuthenticatedExtendedCard: true }),
  });
});

it.each(WAYS.filter(([, method]) => method === undefined))(
  'is not for caches that others share: %s',
  async (...way) => {
    const answer = await asked(serve({ agent, principalOf: () => 'ann' }), way);
    expect(answer.headers.get('cache-control')).toContain('private');
  },
);

it.each(WAYS)('says nothing to a caller without one: %s %s %s', async (...way) => {
  const answer = await asked(serve({ agent }), way);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(await answer.text()).toMatch(/requires authentication/);
});

it.each(['1.0', '0.3'])(
  'is announced by the card of %s, which shows nothing of it',
  async (version) => {
    const { fetch } = serve({ agent });
    const headers = { 'a2a-version': version };
    const card = await (await fetch(`${ORIGIN}/.well-known/agent-card.json`, { headers })).json();
    expect(card).toMatchObject({
      description: 'Under test.',
      capabilities: { extendedAgentCard: true },
      skills: [{ id: 'public' }],
    });
    expect(JSON.stringify(card)).not.toContain('hidden');
  },
);

it.each([
  ['1.0', 'GetExtendedAgentCard', -32004],
  ['0.3', 'agent/getAuthenticatedExtendedCard', -32007],
] as const)('is refused over %s where there is none', async (version, method, code) => {
  const { rpc } = serve({ principalOf: () => 'ann' });
  expect(await rpc(method, {}, version)).toMatchObject({ error: { code } });
});

it('hides why the extended card could not be made', async () => {
  const errors: unknown[] = [];
  const failing: AgentDescription = {
    ...agent,
    extended: () => Promise.reject(new Error('secret')),
  };
  const served = serve({
    agent: failing,
    principalOf: () => 'ann',
    onError: (thrown) => errors.push(thrown),
  });
  const answer = await asked(served, ['/extendedAgentCard', undefined, '1.0']);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
  expect(errors).toHaveLength(1);
});

import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent } from './agents.fixture.ts';
import type { ServeOptions } from './serve-options.ts';
import { serve } from './lazy-serve.ts';

const FORWARDED = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'agents.example',
  'x-forwarded-prefix': '/team',
};

async function serving(options: Partial<ServeOptions>, headers: Readonly<Record<string, string>>) {
  const agents = [
    createTestAgent('one', agentBuiltinEcho),
    createTestAgent('two', agentBuiltinEcho),
  ];
  const server = await serve({ agents, port: 0, database: ':memory:', ...options });
  onTestFinished(() => server.close(0));
  const at = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  return { url: server.url, at };
}

const CARD = '/agents/one/.well-known/agent-card.json';
const allowedHosts = ['agents.example'];

it('writes addresses as a trusted proxy says', async () => {
  const trusting = { trustProxy: ['127.0.0.1'], allowedHosts };
  const { at } = await serving(trusting, FORWARDED);
  const outside = 'https://agents.example/team';
  expect(await (await at(CARD)).json()).toMatchObject({
    url: `${outside}/agents/one`,
    supportedInterfaces: [{ url: `${outside}/agents/one` }, {}, {}, {}],
  });
  expect(await (await at('/agents')).json()).toMatchObject({
    agents: [{ url: `${outside}/agents/one` }, { url: `${outside}/agents/two` }],
  });
});

it.each([[], ['10.0.0.0/8']])('believes no peer that is not trusted (%s)', async (...proxies) => {
  const { url, at } = await serving({ trustProxy: proxies, allowedHosts }, FORWARDED);
  expect(await (await at(CARD)).json()).toMatchObject({ url: `${url}/agents/one` });
  expect(await (await at('/agents')).json()).toMatchObject({
    agents: [{ url: `${url}/agents/one` }, {}],
  });
});

it('looks at the host that a trusted proxy says', async () => {
  const evil = { ...FORWARDED, 'x-forwarded-host': 'evil.example' };
  const trusting = await serving({ trustProxy: ['127.0.0.1'], allowedHosts }, evil);
  expect((await trusting.at(CARD)).status).toBe(403);
  const other = await serving({ allowedHosts }, evil);
  expect((await other.at(CARD)).status).toBe(200);
});

it('goes by its public address where it has one', async () => {
  const publicUrl = 'https://own.example';
  const { at } = await serving({ trustProxy: ['127.0.0.1'], allowedHosts, publicUrl }, FORWARDED);
  expect(await (await at(CARD)).json()).toMatchObject({ url: `${publicUrl}/agents/one` });
});

it('refuses a proxy that is none at the start', async () => {
  await expect(serving({ trustProxy: ['everyone'] }, {})).rejects.toMatchObject({
    code: 'bad-proxy',
  });
});

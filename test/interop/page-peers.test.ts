import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, Environment, scriptedAgent, serve, type Serving } from '@timestep-ai/timestep';
import { createPageProtocol } from '@timestep-ai/timestep/page';
import type { PeerAnswer, PeerExchange, PeerState } from '@timestep-ai/timestep/view';
import { OFFICIAL } from './a2a-official-agents.ts';
import { browse } from './browsing-person.ts';
import { startClosedServer, type ClosedServer } from './closed-server.ts';
import { startV1Peer } from './mcp-v1-peer.ts';
import { startOidcIssuer, type OidcIssuer } from './oidc-issuer.ts';

const TOKEN = 'token-of-the-page';
let page: Serving;
let keyed: Serving;
let issuer: OidcIssuer;
let closed: ClosedServer;

beforeAll(async () => {
  const createAgent = (): Agent => {
    const environment = new Environment({ environmentId: 'greeter', agentId: 'greeter' });
    environment.tool('greet', { description: 'Greets.' }, () => 'hi');
    const model = scriptedAgent(() => 'hello');
    return new Agent({ agentId: 'greeter', name: 'greeter', model, environment });
  };
  const files = () => Promise.resolve(new Map());
  page = await serve({
    agents: [createAgent()],
    port: 0,
    protocols: ['a2a', createPageProtocol({ access: { kind: 'token', token: TOKEN }, files })],
  });
  keyed = await serve({
    agents: [createAgent()],
    port: 0,
    apiKeys: [
      { key: 'key-of-ann', principal: 'ann' },
      { key: 'key-of-bob', principal: 'bob' },
    ],
    protocols: ['a2a', createPageProtocol({ access: { kind: 'keys' }, files })],
  });
  issuer = await startOidcIssuer();
  closed = await startClosedServer(issuer.issuer);
});
afterAll(async () => {
  await Promise.all([page?.close(0), keyed?.close(0), closed?.close()]);
  await issuer?.close();
});

async function ask<T>(path: string, body?: object, at = page, key = TOKEN): Promise<T> {
  const response = await fetch(`${at.url}/ui/api${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin: at.url },
  });
  return (await response.json()) as T;
}

/** Connects, and waits for the end of connecting. */
async function connected(body: object, at = page, key = TOKEN): Promise<PeerState> {
  const { id } = await ask<{ readonly id: string }>('/peers', body, at, key);
  return settled(id, at, key);
}

async function settled(id: string, at = page, key = TOKEN): Promise<PeerState> {
  const read = () => ask<PeerState>(`/peers/${id}`, undefined, at, key);
  await expect.poll(async () => (await read()).state).not.toBe('connecting');
  return read();
}

it('finds out that a URL is an MCP server, and calls its tool', async () => {
  const found = await connected({ url: `${page.url}/mcp` });
  expect(found).toMatchObject({
    kind: 'mcp',
    state: 'ready',
    mcp: { protocol: { era: 'modern', revision: '2026-07-28' } },
  });
  expect(found.mcp?.tools.map(({ name }) => name)).toContain('greet');
  const outcome = await ask(`/peers/${found.id}/call`, { tool: 'greet', arguments: {} });
  expect(outcome).toMatchObject({ kind: 'done', result: { content: 'hi', isError: false } });
  const { exchanges } = await ask<PeerState>(`/peers/${found.id}`);
  const { number } = exchanges.findLast(({ rpc }) => rpc === 'tools/call') ?? { number: 0 };
  const exchange = await ask<PeerExchange>(`/peers/${found.id}/exchanges/${number}`);
  expect(exchange).toMatchObject({
    subject: 'greet',
    status: 200,
    request: { bodies: [{ method: 'tools/call', params: { name: 'greet' } }] },
  });
  expect(JSON.stringify(exchange.response?.bodies)).toContain('"text":"hi"');
});

it('finds out that a URL is an A2A agent, checks its card, and asks it', async () => {
  const found = await connected({ url: page.url });
  expect(found).toMatchObject({
    kind: 'a2a',
    state: 'ready',
    a2a: { used: { name: 'greeter', version: '1.0', binding: 'JSONRPC' }, problems: [] },
  });
  const answer = await ask<PeerAnswer>(`/peers/${found.id}/message`, { text: 'hey' });
  expect(answer).toMatchObject({ text: 'hello', state: 'completed' });
  const { exchanges } = await ask<PeerState>(`/peers/${found.id}`);
  expect(exchanges.map(({ rpc, purpose }) => rpc ?? purpose)).toEqual([
    'card',
    'SendStreamingMessage',
  ]);
});

it('uses a server of the first official SDK, with its tools, prompts and resources', async () => {
  const server = await startV1Peer();
  try {
    const { id, mcp } = await connected({ url: `${server.url}/mcp` });
    expect(mcp).toMatchObject({
      protocol: { era: 'legacy', revision: '2025-11-25', server: { name: 'v1' } },
      tools: [{ name: 'echo' }, { name: 'fail' }],
      prompts: [{ name: 'greeting', arguments: [{ name: 'name', isRequired: true }] }],
      resources: [{ uri: 'notes://all' }],
    });
    const call = { tool: 'echo', arguments: { text: 'ho' } };
    expect(await ask(`/peers/${id}/call`, call)).toMatchObject({ result: { content: 'said: ho' } });
    const prompt = { name: 'greeting', arguments: { name: 'Ann' } };
    expect(await ask(`/peers/${id}/prompt`, prompt)).toEqual([
      { role: 'user', content: 'Greet Ann.' },
    ]);
    expect(await ask(`/peers/${id}/resource`, { uri: 'notes://all' })).toMatchObject([
      { text: 'the text of the notes' },
    ]);
  } finally {
    await server.close(0);
  }
});

/** What the cards of the test leave out, by the section of the specification that requires it. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  '1.0': [
    '4.4.1 description',
    '4.4.1 defaultInputModes',
    '4.4.1 defaultOutputModes',
    '8.6.1 ',
    '8.6.1 ',
  ],
  '0.3': [
    '5.5 description',
    '5.6.1 preferredTransport',
    '5.5 defaultInputModes',
    '5.5 defaultOutputModes',
  ],
};

it.each(OFFICIAL)('asks an agent of the official SDK, $name', async ({ name, start }) => {
  const agent = await start();
  try {
    const found = await connected({ url: agent.url });
    const version = name.replace('version ', '');
    expect(found).toMatchObject({ kind: 'a2a', a2a: { used: { version } } });
    const sections = found.a2a?.problems.map(({ section, path }) => `${section} ${path}`);
    expect(sections?.toSorted()).toEqual(OMITTED[version]?.toSorted());
    const answer = await ask<PeerAnswer>(`/peers/${found.id}/message`, { text: 'weather?' });
    expect(answer).toMatchObject({ state: 'input-required', calls: ['get_weather'] });
  } finally {
    await agent.close();
  }
});

it('logs in step by step, and shows no secret of it', async () => {
  const found = await connected({ url: closed.url });
  expect(found).toMatchObject({ kind: 'mcp', state: 'login', steps: [{ state: 'done' }] });
  await ask(`/peers/${found.id}/login`, {});
  await expect
    .poll(async () => (await ask<PeerState>(`/peers/${found.id}`)).loginUrl)
    .toBeDefined();
  const { loginUrl = '' } = await ask<PeerState>(`/peers/${found.id}`);
  const query = await followToRedirect(loginUrl, page.url);
  expect(await ask('/peers/login', { query: query.replace('state=', 'state=x') })).toMatchObject({
    error: { code: 'no-login' },
  });
  expect(await ask('/peers/login', { query })).toEqual({ id: found.id });
  const done = await settled(found.id);
  expect(done).toMatchObject({ state: 'ready', mcp: { tools: [{ name: 'echo' }] } });
  expect(done.steps.map(({ title, state }) => `${state}: ${title}`)).toEqual([
    'done: The server requires a login',
    'done: The server names its issuer',
    'done: The issuer describes itself',
    'done: Registration of this client',
    'done: You log in at the issuer',
    'done: Request for a token',
    'done: Request with the token',
  ]);
  await ask(`/peers/${found.id}/call`, { tool: 'echo', arguments: {} });
  const state = await ask<PeerState>(`/peers/${found.id}`);
  const exchanges = await Promise.all(
    state.exchanges.map(({ number }) => ask(`/peers/${found.id}/exchanges/${number}`)),
  );
  const shown = JSON.stringify([state, exchanges]);
  expect(shown).toContain('Bearer [secret]');
  for (const token of closed.tokens) expect(shown).not.toContain(token);
  const code = new URLSearchParams(query).get('code') ?? '';
  expect(code).not.toBe('');
  expect(shown).not.toContain(code);
});

/** Lets the user agree, and returns the query with which the issuer redirects to the page. */
async function followToRedirect(loginUrl: string, origin: string): Promise<string> {
  const response = await browse(loginUrl);
  expect(response.url.startsWith(`${origin}/ui/agents/connect/login`)).toBe(true);
  return new URL(response.url).search.slice(1);
}

it('sends headers to the server, and shows none of their values', async () => {
  const headers = { 'x-own': 'value-of-the-header', authorization: 'Bearer word-of-ann' };
  const found = await connected({ url: `${page.url}/mcp`, headers });
  const { number } = found.exchanges.find(({ rpc }) => rpc === 'tools/list') ?? { number: 0 };
  const exchange = await ask<PeerExchange>(`/peers/${found.id}/exchanges/${number}`);
  expect(exchange.request.headers).toMatchObject({
    'x-own': '[secret]',
    authorization: 'Bearer [secret]',
  });
});

it('requests no private address, and not even this machine for holders of keys', async () => {
  const link = await connected({ url: 'https://169.254.169.254/latest' });
  expect(link).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('not a public internet address'),
  });
  const loopback = await connected({ url: `${page.url}/mcp` }, keyed, 'key-of-ann');
  expect(loopback).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('must be https'),
  });
});

it('keeps connections apart, and lets no stranger in', async () => {
  const found = await connected({ url: 'https://127.0.0.1:1/' }, keyed, 'key-of-ann');
  const path = `/peers/${found.id}`;
  expect(await ask(path, undefined, keyed, 'key-of-ann')).toMatchObject({ id: found.id });
  expect(await ask(path, undefined, keyed, 'key-of-bob')).toMatchObject({
    error: { code: 'peer-not-found' },
  });
  expect(await ask('/peers', undefined, keyed, 'key-of-bob')).toEqual([]);
  const stranger = await fetch(`${keyed.url}/ui/api/peers`, { method: 'POST', body: '{}' });
  expect(stranger.status).toBe(401);
});

it('says what is at a URL that is neither', async () => {
  const found = await connected({ url: `${page.url}/nothing` });
  expect(found.state).toBe('failed');
  expect(found.why).toMatch(/no A2A agent: .*; and no MCP server: /);
  expect(await ask('/peers', { url: 'ftp://x' })).toMatchObject({ error: { code: 'bad-request' } });
});

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import OpenAI from 'openai';
import { Agent, Environment, serve, tool, type Serving } from '@timestep-ai/timestep';
import { connectA2A, type RemoteTask } from '@timestep-ai/timestep/a2a';
import { getText } from '@timestep-ai/timestep/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOidcIssuer, TOKEN_S, type OidcIssuer } from './oidc-issuer.ts';

const AUDIENCE = 'https://agents.example';
const KEYS_AGAIN_MS = 1;

let issuer: OidcIssuer;
let serving: Serving;
/** Seconds by which the clock of the server is ahead. */
let ahead = 0;
const failures: unknown[] = [];

beforeAll(async () => {
  issuer = await startOidcIssuer();
  const environment = new Environment({ environmentId: 'desk', enableHandoff: false }).tool(
    'look',
    tool({ execute: () => 'seen' }),
  );
  const echo = (agentId: string, more: object = {}): Agent =>
    new Agent({
      agentId,
      name: agentId,
      environment,
      model: (messages) => ({
        role: 'assistant',
        content: `heard ${messages.map(getText).join(' ')}`,
      }),
      ...more,
    });
  serving = await serve({
    agents: [echo('open'), echo('closed', { scopes: ['agents:manage'] })],
    port: 0,
    database: ':memory:',
    onError: (thrown) => failures.push(thrown),
    oauth: {
      issuer: issuer.issuer,
      audience: AUDIENCE,
      scopes: ['agents:ask'],
      keyCooldownMs: KEYS_AGAIN_MS,
      now: () => Date.now() + ahead * 1000,
    },
  });
});
afterAll(async () => {
  await serving?.close(0);
  await issuer?.close();
});
beforeEach(() => {
  ahead = 0;
  failures.length = 0;
});

const ASK = { resource: AUDIENCE, scope: 'agents:ask' };
const LIST = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{}}' };

const INVALID = ([why = '']: TemplateStringsArray): RegExp =>
  new RegExp(`error="invalid_token", error_description="[^"]*${why}`);

/** How each protocol answers a token. */
const DOORS = [
  ['A2A', '/agents/open', LIST],
  [
    'MCP',
    '/agents/open/mcp',
    {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'caller', version: '1' },
        },
      }),
    },
  ],
  ['Responses', '/v1', { method: 'GET' }],
] as const;

function ask(path: string, init: RequestInit, token?: string): Promise<Response> {
  const place = path === '/v1' ? '/v1/models' : path;
  return fetch(serving.url + place, {
    ...init,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'a2a-version': '1.0',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
}

/** What the issuer's own tokens say. */
function claims(more: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const own = { iss: issuer.issuer, sub: 'robot', aud: AUDIENCE, scope: 'agents:ask' };
  return { ...own, iat: now, exp: now + TOKEN_S, ...more };
}

/** A token that says the same, signed with another key under that name. */
async function forged(kid = 'key-1'): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
}

describe('lets in who has a token', () => {
  it('over A2A', async () => {
    const headers = { authorization: `Bearer ${await issuer.token(ASK)}` };
    const client = await connectA2A(`${serving.url}/agents/open`, { headers });
    let task: RemoteTask | undefined;
    for await (const update of client.send({ messageId: 'm1', message: 'hello' })) {
      if (update.kind === 'task') ({ task } = update);
    }
    expect(task).toMatchObject({ state: 'completed', text: expect.stringContaining('hello') });
    const owner = await serving.runner.get(task?.id ?? '');
    expect(owner?.origin.principal).toBe(`${issuer.issuer}#robot`);
  });

  it('over MCP, by the official client', async () => {
    const client = new Client({ name: 'caller', version: '1.0.0' });
    const authorization = `Bearer ${await issuer.token(ASK)}`;
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${serving.url}/agents/open/mcp`), {
        requestInit: { headers: { authorization } },
      }),
    );
    expect(await client.callTool({ name: 'look', arguments: {} })).toMatchObject({
      content: [{ text: 'seen' }],
    });
    await client.close();
  });

  it('over Responses, by the official client', async () => {
    const apiKey = await issuer.token(ASK);
    const openai = new OpenAI({ baseURL: `${serving.url}/v1`, apiKey, maxRetries: 0 });
    const { output_text: said } = await openai.responses.create({ model: 'open', input: 'hello' });
    expect(said).toContain('hello');
  });
});

describe.each(DOORS)('over %s', (_name, path, init) => {
  const refusals: readonly (readonly [string, () => Promise<string | undefined>, RegExp])[] = [
    ['no token', async () => undefined, /^Bearer scope="agents:ask", resource_metadata=/],
    [
      'a token of another server',
      () => issuer.token({ ...ASK, resource: 'https://other.example' }),
      INVALID`for another audience`,
    ],
    ['a token that the issuer has not signed', () => forged(), INVALID`not signed with a key`],
    ['a key that the issuer does not have', () => forged('none'), INVALID`not signed with a key`],
    [
      'a token that names another issuer',
      () => issuer.sign(claims({ iss: 'https://other.example' })),
      INVALID`from another issuer`,
    ],
    [
      'a token that never ends',
      () => issuer.sign({ iss: issuer.issuer, sub: 'robot', aud: AUDIENCE, scope: 'agents:ask' }),
      INVALID`has no expiry time`,
    ],
    [
      'a token of nobody',
      () => issuer.sign(claims({ sub: '' })),
      INVALID`does not identify a caller`,
    ],
    [
      'a token without a signature',
      async () => new UnsecuredJWT(claims()).encode(),
      INVALID`signature algorithm of the token is not accepted`,
    ],
    [
      'a token that is signed with a shared secret',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
          .sign(new TextEncoder().encode('a secret that is long enough for this')),
      INVALID`signature algorithm of the token is not accepted`,
    ],
    ['what is no token', async () => 'nonsense', INVALID`malformed`],
  ];

  it.each(refusals)('refuses %s', async (_what, token, challenge) => {
    const response = await ask(path, init, await token());
    expect(response.status).toBe(401);
    const told = response.headers.get('www-authenticate') ?? '';
    expect(told).toMatch(challenge);
    expect(told).toContain(
      `resource_metadata="${serving.url}/.well-known/oauth-protected-resource${path}"`,
    );
    expect(failures).toEqual([]);
  });

  it('refuses a token without the scope, and says which', async () => {
    const response = await ask(path, init, await issuer.token({ ...ASK, scope: 'agents:manage' }));
    expect(response.status).toBe(403);
    const told = response.headers.get('www-authenticate');
    expect(told).toMatch(/error="insufficient_scope".*scope="agents:ask"/);
    expect(JSON.stringify(await response.json())).toContain('lacks the scope agents:ask');
  });

  it('refuses a token after its end, but not within the difference of clocks', async () => {
    const token = await issuer.token(ASK);
    ahead = TOKEN_S + 20;
    expect((await ask(path, init, token)).status).toBe(200);
    ahead = TOKEN_S + 40;
    const response = await ask(path, init, token);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/invalid_token.*has expired/);
  });

  it('refuses a token before its time, but not within the difference of clocks', async () => {
    const now = Math.floor(Date.now() / 1000);
    const asked = async (nbf: number): Promise<Response> =>
      ask(path, init, await issuer.sign(claims({ nbf })));
    expect((await asked(now + 20)).status).toBe(200);
    const response = await asked(now + 60);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(INVALID`is not valid yet`);
  });

  it('lets nobody in while the issuer is away, but those whose keys it knows', async () => {
    const known = await issuer.token(ASK);
    expect((await ask(path, init, known)).status).toBe(200);
    await issuer.leave();
    try {
      expect((await ask(path, init, known)).status).toBe(200);
      const response = await ask(path, init, await forged('later'));
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(failures).toHaveLength(1);
    } finally {
      await issuer.back();
    }
  });

  it('takes new keys of the issuer, and no old ones', async () => {
    const old = await issuer.token(ASK);
    await issuer.rotate();
    const next = await issuer.token(ASK);
    expect((await ask(path, init, next)).status).toBe(200);
    expect((await ask(path, init, old)).status).toBe(401);
  });
});

describe('an agent with scopes of its own', () => {
  it('is asked with them alone', async () => {
    const both = await issuer.token({ ...ASK, scope: 'agents:ask agents:manage' });
    const one = await issuer.token(ASK);
    const asked = async (path: string, token: string): Promise<number> =>
      (await ask(path, LIST, token)).status;
    expect(await asked('/agents/closed', both)).toBe(200);
    expect(await asked('/agents/closed', one)).toBe(403);
    expect(await asked('/agents/open', one)).toBe(200);
  });

  it('is not among the models, which are asked with the scopes of the server', async () => {
    const models = (await (
      await ask('/v1', { method: 'GET' }, await issuer.token(ASK))
    ).json()) as {
      readonly data: readonly { readonly id: string }[];
    };
    expect(models.data.map(({ id }) => id)).toEqual(['open']);
  });

  it('says so in its card and in the metadata of its address', async () => {
    const card = (await (
      await fetch(`${serving.url}/agents/closed/.well-known/agent-card.json`, {
        headers: { 'a2a-version': '1.0' },
      })
    ).json()) as Record<string, unknown>;
    expect(card['securitySchemes']).toEqual({
      oauth: {
        openIdConnectSecurityScheme: {
          openIdConnectUrl: `${issuer.issuer}/.well-known/openid-configuration`,
        },
      },
    });
    expect(card['securityRequirements']).toEqual([
      { schemes: { oauth: { list: ['agents:ask', 'agents:manage'] } } },
    ]);
    const resource = '/agents/closed/mcp';
    const metadata = await fetch(`${serving.url}/.well-known/oauth-protected-resource${resource}`);
    expect(await metadata.json()).toEqual({
      resource: serving.url + resource,
      authorization_servers: [issuer.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['agents:ask', 'agents:manage'],
    });
  });
});

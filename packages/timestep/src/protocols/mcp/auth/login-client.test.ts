import { expect, it, onTestFinished } from 'vitest';
import { connectEnvironment } from '../connect/connect-environment.ts';
import { ISSUER, createIssuerFixture, SERVER } from './issuer.fixture.ts';
import { createLoginClient, type LoginClientOptions } from './login-client.ts';

const REGISTERED = { clientId: 'desk', issuer: ISSUER };

/** Logs a person in, who comes back with this query; the state is that of the login unless it is given. */
async function login(
  query: Readonly<Record<string, string>>,
  options: Partial<LoginClientOptions> = {},
  metadata: object = {},
) {
  const site = createIssuerFixture({
    metadata: { authorization_response_iss_parameter_supported: true, ...metadata },
  });
  onTestFinished(() => site.close());
  const visited: URL[] = [];
  const client = createLoginClient({
    server: SERVER,
    redirectUrl: 'http://127.0.0.1:1/callback',
    state: 'own-state',
    visit: async (address) => {
      visited.push(address);
      return new URLSearchParams({ state: 'own-state', ...query });
    },
    registered: REGISTERED,
    now: () => 1000,
    ...options,
  });
  const { authProvider, authorized } = client;
  const connecting = connectEnvironment(
    {
      async handler(request) {
        const { href, pathname } = new URL(request.url);
        if (pathname === '/mcp') return site.handler(request);
        const body = request.method === 'POST' ? { body: await request.text() } : {};
        return site.fetch(href, { method: request.method, headers: request.headers, ...body });
      },
    },
    { authProvider, authorized, patienceMs: 0 },
  );
  const outcome = await connecting.then(
    async (environment): Promise<unknown> => environment.close(),
    (thrown: unknown) => thrown,
  );
  return { outcome, visited, site, login: client.getLogin() };
}

it('logs a person in at the issuer of a server, with PKCE, for that server', async () => {
  const { outcome, visited, site, login: found } = await login({ code: 'c', iss: ISSUER });
  expect(outcome).toBeUndefined();
  expect(Object.fromEntries(visited[0]?.searchParams ?? [])).toMatchObject({
    client_id: 'desk',
    state: 'own-state',
    resource: SERVER,
    scope: 'tools:use',
    code_challenge_method: 'S256',
  });
  expect(Object.fromEntries(site.tokenRequests[0]?.form ?? [])).toMatchObject({
    code: 'c',
    resource: SERVER,
    code_verifier: expect.any(String) as string,
  });
  expect(found).toEqual({
    server: SERVER,
    issuer: ISSUER,
    clientId: 'desk',
    resource: SERVER,
    accessToken: 'token-number-1',
    expiresAt: 601_000,
  });
});

it.each([
  ['of another login', { code: 'c', iss: ISSUER, state: 'another' }, /belongs to another login/],
  ['of another issuer', { code: 'c', iss: 'https://thief.example' }, /thief/],
  ['that names no issuer, where the issuer says that it does', { code: 'c' }, /iss/i],
])('takes no answer %s', async (_what, query, message) => {
  const { outcome, site, login: found } = await login(query);
  expect(String(outcome)).toMatch(message);
  expect(site.tokenRequests).toEqual([]);
  expect(found).toBeUndefined();
});

it('names a client to no other issuer than its own', async () => {
  const registered = { clientId: 'desk', clientSecret: 's', issuer: 'https://other.example' };
  const { outcome, visited, site } = await login({ code: 'c', iss: ISSUER }, { registered });
  expect(outcome).toBeInstanceOf(Error);
  expect([visited, site.tokenRequests]).toEqual([[], []]);
});

it('offers no login page over plain HTTP', async () => {
  const metadata = { authorization_endpoint: 'http://issuer.example/authorize' };
  const { outcome, visited } = await login({ code: 'c', iss: ISSUER }, {}, metadata);
  expect(String(outcome)).toMatch(/the login page http:\/\/issuer\.example is not encrypted/);
  expect(visited).toEqual([]);
});

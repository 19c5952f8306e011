import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectEnvironment } from '../connect/connect-environment.ts';
import { createClientCredentialsProvider, type ClientCredentials } from './client-credentials.ts';
import {
  ISSUER,
  createIssuerFixture,
  SERVER,
  type IssuerFixture,
  type IssuerFixtureOptions,
} from './issuer.fixture.ts';

const ROBOT: ClientCredentials = { clientId: 'robot', issuer: ISSUER, clientSecret: 'p+ss:w%rd' };

async function connected(credentials: ClientCredentials, options: IssuerFixtureOptions = {}) {
  const site = createIssuerFixture(options);
  const heard: string[] = [];
  const authProvider = createClientCredentialsProvider(credentials, {
    fetch: site.fetch,
    onToken: (token) => heard.push(token),
  });
  const environment = await connectEnvironment(
    { handler: site.handler },
    { authProvider, patienceMs: 0, headers: { 'x-key': 'key-of-the-server' } },
  );
  onTestFinished(async () => {
    await environment.close();
    await site.close();
  });
  return { ...site, environment, heard };
}

const names = async ({ environment }: Awaited<ReturnType<typeof connected>>): Promise<string[]> =>
  (await environment.listTools(new AbortController().signal)).map((tool) => tool.function.name);

describe('a program that has a secret', () => {
  it('gets a token for the server, with the scope that the server asks for', async () => {
    const site = await connected(ROBOT);
    expect(await names(site)).toEqual(['look']);
    expect(site.tokenRequests).toHaveLength(1);
    const [{ form, headers } = { form: undefined, headers: new Headers() }] = site.tokenRequests;
    expect(Object.fromEntries(form ?? [])).toEqual({
      grant_type: 'client_credentials',
      resource: SERVER,
      scope: 'tools:use',
    });
    const basic = Buffer.from(headers.get('authorization')?.slice(6) ?? '', 'base64').toString();
    expect(basic).toBe('robot:p%2Bss%3Aw%25rd');
    expect(site.heard).toEqual(site.issuedTokens);
  });

  it('does not send the headers of the server to the issuer', async () => {
    const { tokenRequests } = await connected(ROBOT);
    expect(tokenRequests[0]?.headers.has('x-key')).toBe(false);
  });

  it('is sent in the form where the issuer does not know Basic', async () => {
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const { tokenRequests } = await connected({ ...ROBOT, scope: 'own' }, { metadata });
    expect(tokenRequests[0]?.headers.has('authorization')).toBe(false);
    expect(Object.fromEntries(tokenRequests[0]?.form ?? [])).toMatchObject({
      client_id: 'robot',
      client_secret: 'p+ss:w%rd',
      scope: 'own',
    });
  });

  it('gets one other token where the server takes the old one no longer', async () => {
    const site = await connected(ROBOT);
    await names(site);
    site.revoke();
    const call = (id: string) =>
      site.environment.callTool(
        { id, name: 'look', arguments: {} },
        { key: id, attempt: 1, signal: new AbortController().signal },
      );
    const results = await Promise.all([call('a'), call('b'), call('c')]);
    expect(results).toEqual(results.map(() => ({ content: 'seen' })));
    expect(site.issuedTokens).toHaveLength(2);
  });

  it('needs no description of the server', async () => {
    const site = await connected(ROBOT, { resource: undefined });
    expect(await names(site)).toEqual(['look']);
    expect(site.tokenRequests[0]?.form.has('resource')).toBe(false);
  });
});

describe('a program that has a key', () => {
  it('signs for the issuer, and does not send the key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const site = await connected({ clientId: 'robot', issuer: ISSUER, privateKey: pem });
    expect(await names(site)).toEqual(['look']);
    const assertion = site.tokenRequests[0]?.form.get('client_assertion') ?? '';
    expect(decodeProtectedHeader(assertion).alg).toBe('ES256');
    expect(decodeJwt(assertion)).toMatchObject({ iss: 'robot', sub: 'robot', aud: ISSUER });
    expect(site.tokenRequests[0]?.headers.has('authorization')).toBe(false);
  });

  it('is said to be wrong, without the key, where the key cannot sign', async () => {
    const failure = await refusal({
      clientId: 'robot',
      issuer: ISSUER,
      privateKey: 'no-key-at-all',
    });
    expect(failure.message).toBe(
      'the private key of the client robot cannot sign with ES256: give a key for this algorithm, as PKCS#8 in PEM',
    );
  });

  it('is missing beside no secret', () => {
    expect(() => createClientCredentialsProvider({ clientId: 'robot', issuer: ISSUER })).toThrow(
      TypeError,
    );
  });
});

describe('what is refused', () => {
  it.each<[string, IssuerFixtureOptions, RegExp, string]>([
    [
      'a wrong secret',
      { answer: () => Response.json({ error: 'invalid_client' }, { status: 401 }) },
      /^https:\/\/issuer\.example issued no token to the client robot for http:\/\/localhost\/mcp \(invalid_client\): its id or its secret is wrong$/,
      'invalid_client',
    ],
    [
      'words of the issuer that repeat a secret',
      {
        answer: () =>
          Response.json({ error: 'invalid_client p+ss', error_description: 'p+ss:w%rd' }),
      },
      /\(an unknown code\): see the issuer's documentation of this code$/,
      'an unknown code',
    ],
    [
      'a server that names another issuer',
      { resource: { authorization_servers: ['https://other.example'] } },
      /does not accept tokens of https:\/\/issuer\.example, only of https:\/\/other\.example$/,
      'other-issuer',
    ],
    [
      'a server whose tokens are for another server',
      { resource: { resource: 'https://bank.example/mcp' } },
      /requires tokens for https:\/\/bank\.example\/mcp, which is another server$/,
      'other-resource',
    ],
    [
      'a token with too few scopes',
      { wants: 'tools:more' },
      /^the token for .* has too few scopes: get one for tools:more$/,
      'insufficient_scope',
    ],
    [
      'an issuer whose metadata has another URL',
      { metadata: { issuer: 'https://other.example' } },
      /has another issuer URL in its metadata/,
      'other-issuer',
    ],
  ])('%s', async (_what, options, message, code) => {
    const failure = await refusal(ROBOT, options);
    expect(failure).toMatchObject({ code: 'unauthorized', cause: { code } });
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain('p+ss');
  });

  it('a token endpoint in plain text, before anything is sent', async () => {
    const metadata = { token_endpoint: 'http://issuer.example/token' };
    const site = createIssuerFixture({ metadata });
    await refusal(ROBOT, {}, site);
    expect(site.addresses).not.toContain('http://issuer.example/token');
    expect(site.tokenRequests).toEqual([]);
  });

  it('a kind of token that is none to bear', async () => {
    const answer = () => Response.json({ access_token: 'x', token_type: 'mac' });
    expect((await refusal(ROBOT, { answer })).message).toContain('issued no token');
  });
});

async function refusal(
  credentials: ClientCredentials,
  options: IssuerFixtureOptions = {},
  site: IssuerFixture = createIssuerFixture(options),
): Promise<Error & { readonly code?: string }> {
  onTestFinished(() => site.close());
  const authProvider = createClientCredentialsProvider(credentials, { fetch: site.fetch });
  const connecting = connectEnvironment({ handler: site.handler }, { authProvider, patienceMs: 0 });
  return connecting.then(
    () => {
      throw new Error('it was let in');
    },
    (thrown: unknown) => thrown as Error,
  );
}

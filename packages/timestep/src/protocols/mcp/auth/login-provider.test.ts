import { describe, expect, it, onTestFinished } from 'vitest';
import type { Login, LoginStore } from '#engine/port';
import { connectEnvironment } from '../connect/connect-environment.ts';
import {
  ISSUER,
  createIssuerFixture,
  SERVER,
  type IssuerFixtureOptions,
} from './issuer.fixture.ts';
import { createLoginProvider, type LoginProviderOptions } from './login-provider.ts';

const LOGIN: Login = {
  server: SERVER,
  issuer: ISSUER,
  clientId: 'desk',
  accessToken: 'token-of-old',
  refreshToken: 'refresh-1',
  resource: SERVER,
};

/** Logins in memory; changes wait for each other. */
function keptLogins(first?: Login): LoginStore & { readonly now: () => Login | undefined } {
  let kept = first;
  let last: Promise<unknown> = Promise.resolve();
  return {
    now: () => kept,
    list: async () => (kept ? [kept] : []),
    find: async (server) => (kept?.server === server ? kept : undefined),
    change(server, work) {
      const next = last.then(async () => {
        kept = await work(kept?.server === server ? kept : undefined);
        return kept;
      });
      last = next.catch(() => undefined);
      return next;
    },
  };
}

function siteOf(options: IssuerFixtureOptions = {}) {
  const site = createIssuerFixture(options);
  onTestFinished(() => site.close());
  return site;
}

type ProviderSetup = ReturnType<typeof siteOf>;

async function names(site: ProviderSetup, logins: LoginStore, options: LoginProviderOptions = {}) {
  const environment = await connectEnvironment(
    { handler: site.handler },
    {
      authProvider: createLoginProvider(logins, SERVER, { fetch: site.fetch, ...options }),
      patienceMs: 0,
    },
  );
  try {
    const tools = await environment.listTools(new AbortController().signal);
    return tools.map((tool) => tool.function.name);
  } finally {
    await environment.close();
  }
}

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it was let in');
    },
    (thrown: unknown) => thrown as Error,
  );

describe('a login whose token has ended', () => {
  it('is renewed at its issuer, for its server, and kept', async () => {
    const logins = keptLogins(LOGIN);
    const site = siteOf();
    const heard: string[] = [];
    expect(await names(site, logins, { onToken: (token) => heard.push(token) })).toEqual(['look']);
    expect(Object.fromEntries(site.tokenRequests[0]?.form ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      resource: SERVER,
      client_id: 'desk',
    });
    expect(logins.now()).toMatchObject({
      accessToken: 'token-number-1',
      refreshToken: 'refresh-1',
      expiresAt: expect.any(Number),
    });
    expect(new Set(heard)).toEqual(new Set(['token-of-old', 'token-number-1']));
  });

  it('is renewed before it is used, where its end is known', async () => {
    const logins = keptLogins({ ...LOGIN, expiresAt: 1000 });
    const site = siteOf();
    const provider = createLoginProvider(logins, SERVER, { fetch: site.fetch, now: () => 1000 });
    expect(await provider.token()).toBe('token-number-1');
    expect(logins.now()?.expiresAt).toBe(1000 + 600_000);
  });

  it('is renewed once by two processes that use it', async () => {
    const logins = keptLogins(LOGIN);
    const refresh = (form: URLSearchParams): string | null => form.get('refresh_token');
    const used = new Set<string | null>();
    const site = siteOf({
      answer({ form }) {
        if (used.has(refresh(form))) {
          return Response.json({ error: 'invalid_grant' }, { status: 400 });
        }
        used.add(refresh(form));
        return undefined;
      },
    });
    const both = await Promise.all([names(site, logins), names(site, logins)]);
    expect(both).toEqual([['look'], ['look']]);
    expect(site.tokenRequests).toHaveLength(1);
  });

  it('proves its client in the way that the issuer has said', async () => {
    const secret = { clientSecret: 's3cret', authMethod: 'client_secret_post' };
    const site = siteOf();
    await names(site, keptLogins({ ...LOGIN, ...secret }));
    expect(site.tokenRequests[0]?.form.get('client_secret')).toBe('s3cret');
    expect(site.tokenRequests[0]?.headers.has('authorization')).toBe(false);
  });

  it('goes to no other issuer, whatever the server names', async () => {
    const site = siteOf({ resource: { authorization_servers: ['https://thief.example'] } });
    await names(site, keptLogins(LOGIN));
    expect(site.addresses.filter((address) => !address.startsWith(ISSUER))).toEqual([]);
  });
});

describe('where nothing helps', () => {
  it('names the command that logs the person in', async () => {
    const failure = await failureOf(names(siteOf(), keptLogins()));
    expect(failure).toMatchObject({
      code: 'unauthorized',
      cause: { code: 'no-login' },
      message: `${SERVER} requires a login: timestep auth login ${SERVER}`,
    });
  });

  it('says that a login has ended, and asks for it no more', async () => {
    const logins = keptLogins(LOGIN);
    const answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
    const site = siteOf({ answer });
    const command = 'timestep auth login agents/guide sky';
    const ask = () => failureOf(names(site, logins, { command }));
    const message = `the login at ${SERVER} has expired: ${command}`;
    expect(await ask()).toMatchObject({ message, cause: { code: 'login-ended', command } });
    expect(await ask()).toMatchObject({ message });
    expect(site.tokenRequests).toHaveLength(1);
    expect(logins.now()).not.toHaveProperty('refreshToken');
  });

  it('keeps a login whose issuer is away', async () => {
    const logins = keptLogins(LOGIN);
    const site = siteOf({ answer: () => new Response('busy', { status: 503 }) });
    expect((await failureOf(names(site, logins))).message).toContain('HTTP status 503');
    expect(logins.now()).toEqual(LOGIN);
  });

  it('uses a login that is made later', async () => {
    const logins = keptLogins();
    const site = siteOf();
    const provider = createLoginProvider(logins, SERVER, { fetch: site.fetch });
    expect(await provider.token()).toBeUndefined();
    await logins.change(SERVER, async () => LOGIN);
    expect(await provider.token()).toBe('token-of-old');
  });
});

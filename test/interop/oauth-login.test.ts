import { logIn, logInByDevice, type LogInOptions } from '@timestep-ai/timestep/mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browse } from './browsing-person.ts';
import { startClosedServer, type ClosedServer } from './closed-server.ts';
import { startOidcIssuer, type OidcIssuer } from './oidc-issuer.ts';

let issuer: OidcIssuer;
let server: ClosedServer;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  server = await startClosedServer(issuer.issuer);
});
afterAll(async () => {
  await server?.close();
  await issuer?.close();
});
beforeEach(() => issuer.letAgree(true));

function login(options: Partial<LogInOptions> = {}) {
  const shown: string[] = [];
  const lost = new AbortController();
  const visits: Promise<Response>[] = [];
  const done = logIn(server.url, {
    signal: lost.signal,
    show(address) {
      shown.push(address);
      const visit = browse(address);
      visits.push(visit);
      visit.catch((thrown: unknown) => lost.abort(thrown));
    },
    ...options,
  });
  return { done, shown, visits };
}

describe('a person who logs in with a browser', () => {
  it('lets a client in that is registered for it', async () => {
    const { done, shown, visits } = login();
    const found = await done;
    expect(found).toMatchObject({
      server: server.url,
      issuer: issuer.issuer,
      resource: server.url,
      clientSecret: expect.any(String),
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresAt: expect.any(Number),
    });
    const asked = new URL(shown[0] ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('resource')).toBe(server.url);
    expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const page = await visits[0];
    expect(await page?.text()).toContain('Back at Timestep');
    expect(server.tokens).toContain(found.accessToken);
  });

  it('lets a client in that the issuer knows', async () => {
    const registered = { clientId: 'desk', issuer: issuer.issuer };
    const found = await login({ registered }).done;
    expect(found).toMatchObject({ clientId: 'desk', refreshToken: expect.any(String) });
    expect(found).not.toHaveProperty('clientSecret');
  });

  it('is said to have refused', async () => {
    issuer.letAgree(false);
    await expect(login().done).rejects.toMatchObject({
      code: 'unauthorized',
      message: `login at ${server.url} failed (access_denied): the user or the issuer denied it`,
    });
  });

  it('can stop waiting', async () => {
    const stop = new AbortController();
    const { done } = login({ signal: stop.signal, show: () => stop.abort(new Error('stopped')) });
    await expect(done).rejects.toThrow('stopped');
  });
});

describe('a person who logs in with another device', () => {
  /** The issuer is asked again once the person has answered. */
  function loginByDevice(more: Pick<LogInOptions, 'registered'> = {}) {
    let visit: Promise<unknown> = Promise.resolve();
    return logInByDevice(server.url, {
      ...more,
      signal: new AbortController().signal,
      show({ addressWithCode: whole = '' }) {
        // Who has refused is shown the same form again.
        visit = browse(whole).catch(() => undefined);
      },
      pause: async () => void (await visit),
    });
  }

  it('lets a client in that is registered for it, or that the issuer knows', async () => {
    const own = await loginByDevice();
    expect(own).toMatchObject({
      server: server.url,
      issuer: issuer.issuer,
      resource: server.url,
      refreshToken: expect.any(String),
    });
    expect(server.tokens).toContain(own.accessToken);
    const registered = { clientId: 'desk', issuer: issuer.issuer };
    expect(await loginByDevice({ registered })).toMatchObject({ clientId: 'desk' });
  });

  it('is said to have refused', async () => {
    issuer.letAgree(false);
    await expect(loginByDevice()).rejects.toMatchObject({
      message: `login at ${server.url} failed (access_denied): the user or the issuer denied it`,
    });
  });
});

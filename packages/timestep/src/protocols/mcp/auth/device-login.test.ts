import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '#protocols/http';
import { logInByDevice, type DeviceCode, type DeviceLoginOptions } from './device-login.ts';
import { ISSUER, createIssuerFixture, type TokenRequest } from './issuer.fixture.ts';

const DEVICE = { device_authorization_endpoint: `${ISSUER}/device` };
const GRANT = {
  device_code: 'the-device-code',
  user_code: 'ABCD-EFGH',
  verification_uri: `${ISSUER}/enter`,
  verification_uri_complete: `${ISSUER}/enter?code=ABCD-EFGH`,
  expires_in: 60,
  interval: 7,
};

/** Logs in where the issuer answers to polls like this, in their order; then it gives a token. */
async function login(
  answers: readonly string[],
  { grant = GRANT, metadata = DEVICE }: { grant?: object; metadata?: object } = {},
) {
  const left = [...answers];
  const answer = (_asked: TokenRequest): Response | undefined => {
    const error = left.shift();
    if (error === 'away') throw Object.assign(new TypeError('fetch failed'), TRANSIENT);
    return error === undefined ? undefined : Response.json({ error }, { status: 400 });
  };
  const site = createIssuerFixture({ metadata, answer, device: grant, resource: undefined });
  const listening = await listen(site.handler, { port: 0 });
  onTestFinished(async () => {
    await site.close();
    await listening.close(0);
  });
  const shown: DeviceCode[] = [];
  const pauses: number[] = [];
  let now = 0;
  const options: DeviceLoginOptions = {
    registered: { clientId: 'desk', issuer: ISSUER },
    signal: new AbortController().signal,
    show: (code) => shown.push(code),
    fetch: site.fetch,
    now: () => now,
    pause: async (ms) => {
      pauses.push(ms);
      now += ms;
    },
  };
  const done = logInByDevice(`${listening.url}/mcp`, options);
  return { done, shown, pauses, site };
}

const TRANSIENT = { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) };

describe('a login with another device', () => {
  it('shows a code, asks as often as the issuer says, and is kept with what it needs', async () => {
    const { done, shown, pauses, site } = await login(['authorization_pending']);
    const found = await done;
    expect(shown).toEqual([
      {
        address: `${ISSUER}/enter`,
        code: 'ABCD-EFGH',
        addressWithCode: `${ISSUER}/enter?code=ABCD-EFGH`,
      },
    ]);
    expect(pauses).toEqual([7000, 7000]);
    expect(found).toMatchObject({
      issuer: ISSUER,
      clientId: 'desk',
      accessToken: site.issuedTokens[0],
      expiresAt: 14_000 + 600_000,
    });
    expect(Object.fromEntries(site.tokenRequests[0]?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'the-device-code',
      client_id: 'desk',
    });
  });

  it('asks five seconds later each time that it is to slow down', async () => {
    const { done, pauses } = await login(['slow_down', 'authorization_pending', 'slow_down']);
    await done;
    expect(pauses).toEqual([7000, 12_000, 12_000, 17_000]);
  });

  it('asks every five seconds where the issuer does not say', async () => {
    const { interval: _, ...grant } = GRANT;
    const { done, pauses } = await login([], { grant });
    await done;
    expect(pauses).toEqual([5000]);
  });

  it('asks less often while the issuer is away', async () => {
    const { done, pauses } = await login(['away', 'away']);
    await done;
    expect(pauses).toEqual([7000, 14_000, 28_000]);
  });
});

describe('says in one sentence', () => {
  it.each([
    ['access_denied', 'the user or the issuer denied it'],
    ['expired_token', 'it took too long: start again'],
    ['another_code', "see the issuer's documentation of this code"],
  ])('%s', async (error, why) => {
    const { done } = await login(['authorization_pending', error]);
    await expect(done).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(
        new RegExp(`^login at http://127\\.0\\.0\\.1:\\d+/mcp failed \\(${error}\\): ${why}$`),
      ) as string,
    });
  });

  it('that the time is over, which the issuer need not say', async () => {
    const { done, pauses } = await login(Array.from({ length: 50 }, () => 'authorization_pending'));
    await expect(done).rejects.toThrow('(expired_token): it took too long');
    expect(pauses).toHaveLength(9);
  });

  it('that the issuer has no such login', async () => {
    const { done } = await login([], { metadata: {} });
    await expect(done).rejects.toThrow(`${ISSUER} does not support login with another device`);
  });

  it('that its page is not encrypted', async () => {
    const grant = { ...GRANT, verification_uri: 'http://issuer.example/enter' };
    const { done, shown } = await login([], { grant });
    await expect(done).rejects.toThrow('the login page http://issuer.example is not encrypted');
    expect(shown).toEqual([]);
  });

  it.each([
    [
      'what is no address to visit',
      { ...GRANT, verification_uri: 'javascript:alert(1)' },
      'http_200',
    ],
    ['a refusal', { error: 'invalid_client' }, 'invalid_client'],
  ])('%s', async (_what, grant, code) => {
    const { done, shown } = await login([], { grant });
    const message = code === 'http_200' ? '(an unknown code)' : `(${code})`;
    await expect(done).rejects.toThrow(message);
    expect(shown).toEqual([]);
  });
});

import { expect, it, onTestFinished } from 'vitest';
import { ISSUER, createIssuerFixture, SERVER } from './issuer.fixture.ts';
import { toLoginStorageUrl, revokeLogin } from './revoke-login.ts';

const LOGIN = { server: SERVER, issuer: ISSUER, clientId: 'desk', accessToken: 'a' };

it('asks the issuer of a login to forget it', async () => {
  const site = createIssuerFixture({ metadata: { revocation_endpoint: `${ISSUER}/token` } });
  onTestFinished(() => site.close());
  expect(await revokeLogin({ ...LOGIN, refreshToken: 'r' }, site.fetch)).toBe(true);
  expect(Object.fromEntries(site.tokenRequests[0]?.form ?? [])).toEqual({
    token: 'r',
    client_id: 'desk',
  });
});

it.each([
  ['offers that not', {}],
  ['is away', { revocation_endpoint: 'http://issuer.example/plain' }],
])('says so where the issuer %s', async (_what, metadata) => {
  const site = createIssuerFixture({ metadata });
  onTestFinished(() => site.close());
  expect(await revokeLogin(LOGIN, site.fetch)).toBe(false);
  expect(site.tokenRequests).toEqual([]);
});

it('keeps no secrets of an address', () => {
  expect(toLoginStorageUrl('https://ann:pass@sky.example/mcp?key=k#part')).toBe(
    'https://sky.example/mcp',
  );
});

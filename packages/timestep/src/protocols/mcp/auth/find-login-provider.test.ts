import { expect, it } from 'vitest';
import type { LoginStore } from '#engine/port';
import { findLoginProvider } from './login-provider.ts';

const url = 'https://tools.example/mcp';

const logins: LoginStore = {
  list: async () => [],
  find: async (server) => ({ server, issuer: '', clientId: '', accessToken: 'secret' }),
  change: async () => undefined,
};

it('gives the token of the login at the server', async () => {
  expect(await findLoginProvider(logins, { url })?.token()).toBe('secret');
});

it('gives nothing where headers prove who is calling, or where there are no logins', () => {
  expect(
    findLoginProvider(logins, { url, headers: { Authorization: 'Bearer own' } }),
  ).toBeUndefined();
  expect(findLoginProvider(undefined, { url })).toBeUndefined();
});

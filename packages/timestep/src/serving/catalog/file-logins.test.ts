import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Login } from '#engine/port';
import { createTestFolder } from './catalog.fixture.ts';
import { openLoginFile } from './file-logins.ts';

const file = (): string => join(createTestFolder(), 'timestep', 'logins.json');

const SKY: Login = {
  server: 'https://sky.example/mcp',
  issuer: 'https://issuer.example',
  clientId: 'c',
  clientSecret: 's',
  authMethod: 'client_secret_post',
  accessToken: 'a',
  refreshToken: 'r',
  resource: 'https://sky.example/mcp',
  scope: 'read',
  expiresAt: 1_700_000_000_000,
};
const SEA: Login = { ...SKY, server: 'https://sea.example/mcp' };

it('keeps one login for each server, for its user alone', async () => {
  const path = file();
  const logins = openLoginFile(path);
  expect([await logins.list(), await logins.find(SKY.server)]).toEqual([[], undefined]);
  expect(await logins.change(SKY.server, async () => SKY)).toEqual(SKY);
  await logins.change(SEA.server, async () => SEA);
  const { issuer, clientId, server } = SKY;
  const least = { server, issuer, clientId, accessToken: 'b' };
  await logins.change(SKY.server, async (before) => {
    expect(before).toEqual(SKY);
    return least;
  });
  expect(await openLoginFile(path).list()).toEqual([SEA, least]);
  await logins.change(SEA.server, async () => undefined);
  expect(await logins.list()).toEqual([least]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

it('lets one change be made at a time, also while it waits', async () => {
  const path = file();
  const pauses: (() => void)[] = [];
  const pause = (): Promise<void> => new Promise((resolve) => void pauses.push(resolve));
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = openLoginFile(path, pause).change(SKY.server, async () => {
    order.push('one begins');
    await first.promise;
    order.push('one ends');
    return SKY;
  });
  const other = openLoginFile(path, pause).change(SKY.server, async (login) => {
    order.push(`other sees ${login?.accessToken}`);
    return login;
  });
  await expect.poll(() => pauses.length).toBe(1);
  first.resolve();
  await one;
  pauses[0]?.();
  await other;
  expect(order).toEqual(['one begins', 'one ends', 'other sees a']);
});

it('keeps what is there where a change fails', async () => {
  const logins = openLoginFile(file());
  await logins.change(SKY.server, async () => SKY);
  const failing = logins.change(SKY.server, () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(await logins.find(SKY.server)).toEqual(SKY);
});

it('leaves fields that it does not know', async () => {
  const path = file();
  mkdirSync(dirname(path));
  writeFileSync(path, '{"own": 1}');
  await openLoginFile(path).change(SKY.server, async () => SKY);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ own: 1, logins: [{}] });
});

it.each([
  ['{"secret-in-here', /logins.json is not valid JSON: fix the file or move it away/],
  ['{"logins": {}}', /logins must be a list/],
  ['{"logins": [{"server": "x"}]}', /logins\[0\]\.issuer is missing/],
])('says what is wrong with %j, without what it holds, and leaves it', async (text, message) => {
  const path = file();
  mkdirSync(dirname(path));
  writeFileSync(path, text);
  const changing = openLoginFile(path).change(SKY.server, async () => SKY);
  const failure = await changing.catch((thrown: unknown) => thrown as Error);
  expect(failure).toMatchObject({ code: 'bad-file', message: expect.stringMatching(message) });
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('secret-in');
  expect(readFileSync(path, 'utf8')).toBe(text);
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPageAuthentication } from '#people/page';
import { createTestFolder } from '../../timestep.fixture.ts';
import { storeTokenAndListHashes } from './page-tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const request = (token: string) =>
  new Request('http://localhost/ui/api/session', { headers: { authorization: `Bearer ${token}` } });

it('lets in pages that were opened before a restart, and nobody else', async () => {
  const file = join(createTestFolder(), 'tasks.db.page-tokens.json');
  expect(storeTokenAndListHashes(file, 'first', 0)).toEqual([]);
  const earlier = storeTokenAndListHashes(file, 'second', DAY_MS);
  const authenticate = createPageAuthentication({ kind: 'token', token: 'second', earlier });
  for (const token of ['first', 'second']) {
    expect(await authenticate?.(request(token))).toBe('operator');
  }
  for (const token of ['third', earlier[0] ?? '']) {
    expect(await authenticate?.(request(token))).toBeUndefined();
  }
});

it('keeps no token, only for its owner, and for 30 days', () => {
  const file = join(createTestFolder(), 'tasks.db.page-tokens.json');
  storeTokenAndListHashes(file, 'the-token', 0);
  expect(readFileSync(file, 'utf8')).not.toContain('the-token');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(storeTokenAndListHashes(file, 'next', 29 * DAY_MS)).toHaveLength(1);
  expect(storeTokenAndListHashes(file, 'after', 31 * DAY_MS)).toHaveLength(1);
  for (let count = 0; count < 50; count += 1)
    storeTokenAndListHashes(file, `t${count}`, 31 * DAY_MS);
  expect(storeTokenAndListHashes(file, 'last', 31 * DAY_MS)).toHaveLength(20);
});

it.each(['', '{', '[]', '{"tokens":5}', '{"tokens":[{"hash":"zz","expiresAt":9e99}]}'])(
  'starts anew after a file with %j',
  (text) => {
    const file = join(createTestFolder(), 'tokens.json');
    writeFileSync(file, text);
    expect(storeTokenAndListHashes(file, 'a', 0)).toEqual([]);
    expect(storeTokenAndListHashes(file, 'b', 0)).toHaveLength(1);
  },
);

it('works without a place for the file', () => {
  expect(storeTokenAndListHashes('/proc/nowhere/tokens.json', 'a', 0)).toEqual([]);
});

import { expect, it } from 'vitest';
import { createApiKeyAuthentication, type ApiKey } from './api-key.ts';

const authenticate = createApiKeyAuthentication([
  { key: 'secret-1', principal: 'ada' },
  { key: 'secret-2', principal: 'grace' },
]);

it.each([
  [{ authorization: 'Bearer secret-1' }, 'ada'],
  [{ authorization: 'bearer secret-2' }, 'grace'],
  [{ 'x-api-key': 'secret-1' }, 'ada'],
  [{ authorization: 'Bearer secret-3' }, undefined],
  [{ authorization: 'Basic secret-1' }, undefined],
  [{}, undefined],
  [{ 'x-api-key': '' }, undefined],
  [{ authorization: 'Bearer ' }, undefined],
  [{ authorization: '', 'x-api-key': '' }, undefined],
])('knows %o as %s', (headers, principal) => {
  expect(
    authenticate(new Request('http://localhost', { headers: headers as Record<string, string> })),
  ).toBe(principal);
});

it.each<[string, unknown, string]>([
  ['a text instead of a key with its principal', ['sk-secret'], 'apiKeys[0] has no principal'],
  ['an object', { ada: 'sk-secret' }, 'apiKeys must be a list of keys'],
  ['an object by key', { 'sk-secret': 'ada' }, 'apiKeys must be a list of keys'],
  ['a text', 'sk-secret', 'apiKeys must be a list of keys'],
  ['null', [null], 'apiKeys[0] has no principal'],
  ['an empty key', [{ key: ' ', principal: 'ada' }], 'the key of apiKeys[0] is empty'],
  ['a missing key', [{ principal: 'ada' }], 'the key of apiKeys[0] is empty'],
  ['a key with a space', [{ key: 'a b', principal: 'ada' }], 'apiKeys[0] has a space'],
  ['an empty principal', [{ key: 'k', principal: '' }], 'apiKeys[0] has no principal'],
  ['a misspelt field', [{ key: 'k', principle: 'ada' }], 'principal'],
  ['a field of other servers', [{ token: 'k', principal: 'ada' }], 'key'],
  ['a key as its own principal', [{ key: 'sk-secret', principal: 'sk-secret' }], 'is its key'],
  [
    'a key of two callers',
    [
      { key: 'k', principal: 'ada' },
      { key: 'k', principal: 'grace' },
    ],
    'the key of apiKeys[1] is also the key of another principal: give each principal its own key',
  ],
])('refuses %s, and does not repeat the key', (_, keys, problem) => {
  const create = () => createApiKeyAuthentication(keys as readonly ApiKey[]);
  expect(create).toThrow(problem);
  expect(create).not.toThrow('sk-secret');
});

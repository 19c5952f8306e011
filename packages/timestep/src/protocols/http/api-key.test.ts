import { expect, it } from 'vitest';
import { createApiKeyAuthentication } from './api-key.ts';

const authenticate = createApiKeyAuthentication({ 'secret-1': 'ada', 'secret-2': 'grace' });

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

import { expect, it } from 'vitest';
import { createApiKeyAuthentication, type Authenticate } from './api-key.ts';
import { identifyCaller, createUnknownCallerResponse } from './identify-caller.ts';

const request = new Request('http://localhost/');
const failing = (fields: object): Authenticate => {
  return async () => {
    throw Object.assign(new Error('postgres://user:secret@db refused'), fields);
  };
};

it.each<[string, Authenticate | undefined, string]>([
  ['there is nothing to ask', undefined, ''],
  ['the answer comes at once', () => 'ada', 'ada'],
  ['the answer comes later', async () => 'ada', 'ada'],
])('knows the caller where %s', async (_case, authenticate, principal) => {
  expect(await identifyCaller(request, authenticate)).toEqual({ known: true, principal });
});

// What a program without types may return, or promise.
const nothing: readonly unknown[] = [undefined, null, '', false, {}, Promise.resolve(undefined)];

it.each<[string, Authenticate, 401 | 503]>([
  ...nothing.map((value): [string, Authenticate, 401] => [
    `is told ${String(value)}`,
    (() => value) as Authenticate,
    401,
  ]),
  ['gets no name later', async () => undefined, 401],
  ['gets an empty name later', async () => '', 401],
  ['fails as credentials do', failing({ status: 401 }), 401],
  ['fails as permissions do', failing({ statusCode: 403 }), 401],
  ['fails with a code of credentials', failing({ code: 'unauthorized' }), 401],
  ['fails otherwise', failing({}), 503],
  [
    'fails at once',
    () => {
      throw new Error('postgres://user:secret@db refused');
    },
    503,
  ],
])('lets no caller in where it %s', async (_case, authenticate, status) => {
  const told: unknown[] = [];
  const caller = await identifyCaller(request, authenticate, (thrown) => told.push(thrown));
  if (caller.known) throw new Error('the door is open');
  expect(caller.status).toBe(status);
  // Credentials that do not hold are no defect; a check that cannot be made is one.
  expect(told).toHaveLength(status === 503 ? 1 : 0);
  const response = createUnknownCallerResponse(caller);
  expect(response.status).toBe(status);
  expect(response.headers.get(status === 401 ? 'www-authenticate' : 'retry-after')).toBeTruthy();
  expect(await response.text()).not.toMatch(/secret|postgres/);
});

it.each(['', ' ', '\t\n'])('refuses an empty key before anybody can send it (%j)', (key) => {
  expect(() => createApiKeyAuthentication([{ key, principal: 'ada' }])).toThrow(
    expect.objectContaining({
      code: 'empty-api-key',
      message: expect.stringMatching(/set a key/),
    }),
  );
});

it('refuses a key whose owner has no name', () => {
  expect(() => createApiKeyAuthentication([{ key: 'key', principal: '' }])).toThrow(
    expect.objectContaining({ code: 'empty-principal' }),
  );
});

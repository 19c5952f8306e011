import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isUnavailableStatus, isUnsent, isTransientNetworkError } from './network-errors.ts';

async function failureAt(url: string, init?: RequestInit): Promise<unknown> {
  return fetch(url, init).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

async function served(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('knows a request to a closed port as unsent, and as one that may succeed later', async () => {
  const server = createServer();
  const url = await served(server);
  server.close();
  await once(server, 'close');
  const refused = await failureAt(url);
  expect([isTransientNetworkError(refused), isUnsent(refused)]).toEqual([true, true]);
});

it('knows a connection that was cut as one that may have carried the request', async () => {
  const url = await served(createServer((socket) => socket.once('data', () => socket.destroy())));
  const reset = await failureAt(url, { method: 'POST', body: 'x' });
  expect([isTransientNetworkError(reset), isUnsent(reset)]).toEqual([true, false]);
});

it('does not hope for what fetch itself refuses', async () => {
  const blocked = await failureAt('http://127.0.0.1:1');
  expect([isTransientNetworkError(blocked), isUnsent(blocked)]).toEqual([false, false]);
});

it.each([
  ['a certificate that does not fit', 'ERR_TLS_CERT_ALTNAME_INVALID', false],
  ['an expired certificate', 'CERT_HAS_EXPIRED', false],
  ['a name that is not known now', 'ENOTFOUND', true],
])('sees what waiting does for %s', (_name, code, expected) => {
  const cause = Object.assign(new Error('inner'), { code });
  expect(isTransientNetworkError(new TypeError('fetch failed', { cause }))).toBe(expected);
  expect(isTransientNetworkError(new AggregateError([cause], 'all failed'))).toBe(expected);
});

it('does not hope for a program that is not there', () => {
  const missing = Object.assign(new Error('spawn x ENOENT'), {
    code: 'ENOENT',
    syscall: 'spawn x',
  });
  expect(isTransientNetworkError(missing)).toBe(false);
});

it('makes nothing of what is no error, or holds itself', () => {
  const circular = new Error('again');
  circular.cause = circular;
  expect([
    isTransientNetworkError('no'),
    isTransientNetworkError(undefined),
    isUnsent(circular),
  ]).toEqual([false, false, false]);
});

it('takes 502, 503 and 504 alone for being away', () => {
  expect([500, 501, 502, 503, 504, 505, 404].filter(isUnavailableStatus)).toEqual([502, 503, 504]);
});

import { expect, it } from 'vitest';
import { createApplyForwardedHeaders, getServerUrl } from './forwarded-headers.ts';

const FORWARDED = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'agents.example',
  'x-forwarded-prefix': '/team',
};

/** The address of the server and the host, as a request from a peer says them. */
function seen(
  headers: Readonly<Record<string, string>>,
  peer: string | undefined,
  proxies = ['10.0.0.0/8', '::1'],
) {
  const request = new Request('http://127.0.0.1:9999/a?b=c', {
    headers: { host: '127.0.0.1:9999', ...headers },
  });
  const through = createApplyForwardedHeaders(proxies)(request, peer);
  const { pathname, search } = new URL(through.url);
  return [getServerUrl(through), through.headers.get('host'), pathname + search];
}

const PLAIN = ['http://127.0.0.1:9999', '127.0.0.1:9999', '/a?b=c'];

it.each(['10.1.2.3', '::ffff:10.1.2.3', '::1'])('believes a trusted proxy at %s', (peer) => {
  expect(seen(FORWARDED, peer)).toEqual([
    'https://agents.example/team',
    'agents.example',
    '/a?b=c',
  ]);
});

it.each(['11.1.2.3', '::ffff:11.1.2.3', '::2', '', undefined, 'localhost'])(
  'believes no other peer: %s',
  (peer) => {
    expect(seen(FORWARDED, peer)).toEqual(PLAIN);
    expect(seen(FORWARDED, peer, [])).toEqual(PLAIN);
  },
);

it.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'the last of several values',
    { 'x-forwarded-host': 'evil.example, agents.example' },
    'http://agents.example',
  ],
  [
    'a host with a port',
    { 'x-forwarded-host': 'agents.example:8443', 'x-forwarded-proto': 'HTTPS' },
    'https://agents.example:8443',
  ],
  ['a protocol alone', { 'x-forwarded-proto': 'https' }, 'https://127.0.0.1:9999'],
  ['a prefix alone', { 'x-forwarded-prefix': '/a/b/' }, 'http://127.0.0.1:9999/a/b'],
  ['no other protocol', { 'x-forwarded-proto': 'javascript' }, 'http://127.0.0.1:9999'],
  [
    'no credentials in a host',
    { 'x-forwarded-host': 'ann:secret@evil.example' },
    'http://127.0.0.1:9999',
  ],
  ['no path in a host', { 'x-forwarded-host': 'evil.example/x' }, 'http://127.0.0.1:9999'],
  [
    'no prefix that is another host',
    { 'x-forwarded-prefix': '//evil.example' },
    'http://127.0.0.1:9999',
  ],
  ['no prefix that is markup', { 'x-forwarded-prefix': '/<script>' }, 'http://127.0.0.1:9999'],
])('takes %s', (_what, headers, address) => {
  expect(seen(headers, '10.0.0.1')[0]).toBe(address);
});

it('keeps the method and the body', async () => {
  const request = new Request('http://127.0.0.1:9999/a', {
    method: 'POST',
    body: 'hi',
    headers: FORWARDED,
  });
  const through = createApplyForwardedHeaders(['10.0.0.1'])(request, '10.0.0.1');
  expect([through.method, await through.text()]).toEqual(['POST', 'hi']);
});

it.each(['', 'localhost', '10.0.0.0/99', '10.0.0.0/x', '*'])('refuses "%s" as a proxy', (proxy) => {
  expect(() => createApplyForwardedHeaders([proxy])).toThrow(
    expect.objectContaining({
      code: 'bad-proxy',
      message: expect.stringContaining('use an address'),
    }),
  );
});

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../listen.ts';
import { isTransientNetworkError, isUnsent } from '../network-errors.ts';
import { startCompanyNetwork, trustAuthority, useProxy } from './company-network.fixture.ts';
import { findNetworkError } from './network-failure.ts';
import { networkFetch } from './network-fetch.ts';

const SOURCE = new URL('network-fetch.ts', import.meta.url).href;
const POST = new URL('../post-text.ts', import.meta.url).href;

/** Sends one request in each way, and prints the statuses. */
const PROGRAM = `
  const { networkFetch } = await import('${SOURCE}');
  const { postText } = await import('${POST}');
  const posted = { headers: {}, text: 'a', answerLimit: 9, signal: new AbortController().signal };
  const { status } = await networkFetch('https://services.example/a');
  console.log(status, (await postText('https://services.example/b', posted)).status);
`;

it.each(['0', '1'])(
  'uses the proxy and the certificates of the environment, with NODE_USE_ENV_PROXY=%s',
  async (own) => {
    const network = await startCompanyNetwork({ login: 'ann:a b' });
    await network.serve('services.example', () => new Response(null, { status: 204 }));
    const file = join(tmpdir(), `authority-${own}.pem`);
    writeFileSync(file, network.authority.cert);
    const env = {
      PATH: process.env['PATH'],
      https_proxy: network.proxy.replace('//', '//ann:a%20b@'),
      NODE_EXTRA_CA_CERTS: file,
      NODE_USE_ENV_PROXY: own,
    };
    const argv = ['--conditions=@timestep/source', '--input-type=module', '-e', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env });
    expect(stdout.trim()).toBe('204 204');
  },
);

async function fail(url = 'https://services.example/secret'): Promise<unknown> {
  try {
    await networkFetch(url);
  } catch (thrown) {
    return thrown;
  }
  throw new Error('the request succeeded');
}

it.each<[string, { status?: number; login?: string; proxyLogin?: string }, object]>([
  [
    'refuses the host',
    { status: 403 },
    {
      code: 'proxy-refused',
      message: expect.stringMatching(/\(403\): ask its operator .*NO_PROXY/),
    },
  ],
  [
    'refuses the login',
    { login: 'ann:right', proxyLogin: 'ann:wrong@' },
    { code: 'proxy-refused', message: expect.stringMatching(/refuses the user name or the pass/) },
  ],
  ['cannot connect', { status: 503 }, { code: 'proxy-unavailable' }],
])('tells that the proxy %s', async (_name, { proxyLogin = '', ...rules }, expected) => {
  const network = await startCompanyNetwork(rules);
  useProxy(network.proxy.replace('//', `//${proxyLogin}`));
  const thrown = await fail();
  expect(thrown).toBeInstanceOf(TypeError);
  const error = findNetworkError(thrown);
  expect(error).toMatchObject(expected);
  expect(error?.message).not.toMatch(/secret|wrong/);
  expect(isTransientNetworkError(thrown)).toBe(rules.status === 503);
  expect(isUnsent(thrown)).toBe(true);
});

it('tells that there is no proxy at the address, which may pass', async () => {
  useProxy('http://127.0.0.1:1');
  const thrown = await fail();
  expect(findNetworkError(thrown)).toMatchObject({
    code: 'proxy-unreachable',
    message: 'cannot reach the proxy 127.0.0.1:1 (ECONNREFUSED): check HTTPS_PROXY',
  });
  expect(isTransientNetworkError(thrown)).toBe(true);
});

it('rejects a proxy of another kind', async () => {
  useProxy('socks5://ann:secret@127.0.0.1:1080');
  expect(findNetworkError(await fail())).toMatchObject({
    code: 'bad-proxy',
    message:
      'a proxy with socks5:// is not supported: set HTTPS_PROXY and HTTP_PROXY in the form http://HOST:PORT',
  });
});

it('tells that a certificate has expired or is for another host', async () => {
  const network = await startCompanyNetwork();
  const answer = (): Response => new Response();
  await network.serve('old.example', answer, { days: -1 });
  await network.serve('services.example', answer, { address: 'other.example' });
  trustAuthority(network.authority);
  useProxy(network.proxy);
  expect(findNetworkError(await fail('https://old.example/'))?.message).toMatch(
    /^the certificate of old\.example has expired .* renew the certificate \(CERT_HAS_EXPIRED\)$/,
  );
  expect(findNetworkError(await fail('https://other.example/'))?.message).toMatch(
    /^the certificate of other\.example is for another host/,
  );
});

it('follows a redirect to a host that NO_PROXY names without the proxy', async () => {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const network = await startCompanyNetwork();
  const location = `http://127.0.0.1:${port}/`;
  const answer = (): Response => new Response(null, { status: 302, headers: { location } });
  await network.serve('services.example', answer);
  useProxy(network.proxy);
  expect(await (await networkFetch('http://services.example/')).text()).toBe('here');
  expect(network.asked).toEqual(['GET http://services.example/']);
});

it('passes failures of a server on as they are', async () => {
  const server = await listen(() => new Response(), { port: 0 });
  await server.close(0);
  const thrown = await fail(server.url);
  expect(findNetworkError(thrown)).toBeUndefined();
  expect(thrown).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
});

it('has no time limit of its own', async () => {
  const server = await listen(() => new Response('late'), { port: 0 });
  onTestFinished(() => server.close(0));
  const { url } = server;
  await fetch(url);
  const place = Symbol.for('undici.globalDispatcher.1');
  const own = Reflect.get(globalThis, place) as NonNullable<RequestInit['dispatcher']>;
  const limits: object[] = [];
  Reflect.set(globalThis, place, {
    dispatch(...[options, handler]: Parameters<typeof own.dispatch>) {
      const { headersTimeout, bodyTimeout } = options;
      limits.push({ headersTimeout, bodyTimeout });
      return own.dispatch(options, handler);
    },
  });
  onTestFinished(() => void Reflect.set(globalThis, place, own));
  expect(await (await networkFetch(url)).text()).toBe('late');
  expect(limits).toEqual([{ headersTimeout: 0, bodyTimeout: 0 }]);
});

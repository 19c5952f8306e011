import type { LookupFunction } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listen, type ListeningServer } from './listen.ts';
import {
  startCompanyNetwork,
  trustAuthority,
  useProxy,
} from './outgoing/company-network.fixture.ts';
import { createSafePost, type SafePost } from './safe-post.ts';

const open: { close: (graceMs: number) => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

const never = new AbortController().signal;

async function receiver(
  answer: (request: Request) => Response | Promise<Response>,
): Promise<ListeningServer & { readonly requests: string[] }> {
  const requests: string[] = [];
  const listening = await listen(
    async (request) => {
      requests.push(
        `${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`,
      );
      return answer(request);
    },
    { port: 0 },
  );
  open.push(listening);
  return { ...listening, requests };
}

function poster(allowedHosts: readonly string[], lookup?: LookupFunction): SafePost {
  const made = createSafePost({ allowedHosts, ...(lookup && { lookup }) });
  open.push(made);
  return made;
}

/** Answers each lookup with the next of these addresses. */
function answering(...addresses: readonly string[]): LookupFunction {
  let asked = 0;
  return (_hostname, _options, callback) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
}

it('posts to what is allowed, and tells the status', async () => {
  const { url, port, requests } = await receiver(
    () => new Response('x'.repeat(200_000), { status: 202 }),
  );
  const safe = poster([`127.0.0.1:${port}`]);
  expect(await safe.post(`${url}/hook`, { 'x-a': 'b' }, 'body', never)).toBe(202);
  expect(requests).toEqual(['POST /hook body']);
});

it('sends nothing to an address that tells by itself that it is not public', async () => {
  const { url, requests } = await receiver(() => new Response());
  await expect(poster([]).post(url, {}, '', never)).rejects.toMatchObject({
    code: 'unsafe-address',
  });
  expect(requests).toEqual([]);
});

it.each(['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254'])(
  'does not connect to a public name that is %s',
  async (address) => {
    const posting = poster([], answering(address)).post('https://example.com/', {}, '', never);
    await expect(posting).rejects.toThrow(/not a public internet address/);
  },
);

it('does not trust a name that says something else the second time', async () => {
  const { port, requests } = await receiver(() => new Response());
  // Whatever was found when it was checked, the address that is connected to decides.
  const safe = poster([], answering('127.0.0.1', '8.8.8.8'));
  expect(safe.findUrlProblem(`https://rebinding.example:${port}/`)).toBeUndefined();
  await expect(safe.post(`https://rebinding.example:${port}/`, {}, '', never)).rejects.toThrow(
    /public internet/,
  );
  expect(requests).toEqual([]);
});

it.each(['https://me:secret@hooks.example/', 'http://hooks.example/secret?key=secret', 'secret'])(
  'does not repeat what may be secret of %s',
  async (url) => {
    const problem: unknown = await poster([])
      .post(url, {}, '', never)
      .catch((thrown: unknown) => thrown);
    expect(problem).toMatchObject({ code: 'unsafe-address' });
    expect(String(problem)).not.toContain('secret');
  },
);

it('follows no redirects', async () => {
  const elsewhere = await receiver(() => new Response());
  const { url, port } = await receiver(() => Response.redirect(elsewhere.url, 307));
  expect(await poster([`127.0.0.1:${port}`]).post(url, {}, '', never)).toBe(307);
  expect(elsewhere.requests).toEqual([]);
});

it('is called off by its signal', async () => {
  const left = new AbortController();
  const { url, port } = await receiver(() => {
    left.abort(new Error('left'));
    return new Promise<Response>(() => undefined);
  });
  const posting = poster([`127.0.0.1:${port}`]).post(url, {}, '', left.signal);
  await expect(posting).rejects.toThrow('left');
});

it('gives a proxy the address that was checked, and the name only of allowed hosts', async () => {
  const network = await startCompanyNetwork();
  const answer = (): Response => new Response();
  await network.serve('hooks.example', answer, { address: '93.184.215.14' });
  trustAuthority(network.authority);
  useProxy(network.proxy);
  const safe = poster([], answering('93.184.215.14', '10.0.0.1'));
  expect(await safe.post('https://hooks.example/a', {}, '', never)).toBe(200);
  expect(await poster(['hooks.example']).post('https://hooks.example/b', {}, '', never)).toBe(200);
  expect(network.asked).toEqual(['CONNECT 93.184.215.14:443', 'CONNECT hooks.example:443']);
});

it.each<[string, string]>([
  ['https://10.0.0.1/', ''],
  ['https://[::1]/', ''],
  ['https://169.254.169.254/', ''],
  ['https://intranet/', ''],
  ['https://rebinding.example/', '10.0.0.1'],
  ['https://rebinding.example/', '::ffff:10.0.0.1'],
])('gives a proxy no address that is not public: %s', async (url, address) => {
  const network = await startCompanyNetwork();
  useProxy(network.proxy);
  const posting = poster([], answering(address)).post(url, {}, '', never);
  await expect(posting).rejects.toMatchObject({ code: 'unsafe-address' });
  expect(network.asked).toEqual([]);
});

it('checks an address that NO_PROXY names as if there were no proxy', async () => {
  const network = await startCompanyNetwork();
  useProxy(network.proxy, 'rebinding.example');
  const posting = poster([], answering('10.0.0.1')).post(
    'https://rebinding.example/',
    {},
    '',
    never,
  );
  await expect(posting).rejects.toThrow(/public internet/);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LookupFunction } from 'node:net';
import { listen, type ListeningServer } from './listen.ts';
import { createSafeFetch } from './safe-fetch.ts';

let server: ListeningServer;
const asked: string[] = [];
beforeAll(async () => {
  server = await listen(
    ({ url }) => {
      asked.push(new URL(url).pathname);
      if (new URL(url).pathname !== '/moved') return new Response('here');
      return new Response(null, { status: 302, headers: { location: '/private' } });
    },
    { port: 0 },
  );
});
afterAll(() => server.close(0));

const findLocal: LookupFunction = (_host, options, callback) =>
  options.all
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4);

it.each([
  ['http://127.0.0.1:1/', /must be https/],
  ['https://127.0.0.1:1/', /not a public internet address/],
  ['https://169.254.169.254/latest/meta-data', /not a public internet address/],
  ['https://10.0.0.1/', /not a public internet address/],
  ['https://[::1]/', /not a public internet address/],
  ['http://example.com/', /must be https/],
  ['https://user:pass@example.com/', /user name or password/],
  ['file:///etc/passwd', /must be an https URL/],
  ['nowhere', /not an absolute URL/],
])('refuses %s', async (address, why) => {
  const safe = createSafeFetch();
  await expect(safe.fetch(address)).rejects.toMatchObject({
    code: 'unsafe-address',
    message: expect.stringMatching(why),
  });
  await safe.close();
});

it('refuses a public name whose address is not public', async () => {
  const safe = createSafeFetch({ lookup: findLocal });
  const refused = safe.fetch(`https://looks-public.example:${new URL(server.url).port}/private`);
  await expect(refused).rejects.toMatchObject({
    cause: { code: 'unsafe-address' },
  });
  expect(asked).toEqual([]);
  await safe.close();
});

it('requests this machine and other hosts only where they are allowed', async () => {
  const here = createSafeFetch({ allowsLoopback: true });
  expect(await (await here.fetch(`${server.url}/a`)).text()).toBe('here');
  const named = createSafeFetch({ allowedHosts: [new URL(server.url).host] });
  expect(await (await named.fetch(`${server.url}/b`)).text()).toBe('here');
  await expect(here.fetch('https://192.168.0.1/')).rejects.toMatchObject({
    code: 'unsafe-address',
  });
});

it('follows no redirect, which could lead to any address', async () => {
  const safe = createSafeFetch({ allowsLoopback: true });
  const response = await safe.fetch(`${server.url}/moved`, { redirect: 'follow' });
  expect(response.status).toBe(302);
  expect(asked).not.toContain('/private');
});

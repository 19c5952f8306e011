import { expect, it } from 'vitest';
import { listen } from './listen.ts';

it('serves, and ends open responses when closed', async () => {
  const server = await listen(() => new Response('hello'), { port: 0 });
  expect(await (await fetch(server.url)).text()).toBe('hello');
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});

it('refuses addresses that others can reach, unless callers prove who they are', async () => {
  await expect(listen(() => new Response(), { port: 0, host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'auth-required',
  });
});

it('says what to do about a port in use', async () => {
  const server = await listen(() => new Response(), { port: 0 });
  await expect(listen(() => new Response(), { port: server.port })).rejects.toThrow(
    /choose another port/,
  );
  await server.close();
});

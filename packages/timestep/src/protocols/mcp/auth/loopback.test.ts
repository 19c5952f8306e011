import { get } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listenForLoginRedirect } from './loopback.ts';

async function opened() {
  const loopback = await listenForLoginRedirect('state-1');
  onTestFinished(() => loopback.close());
  return loopback;
}

it('takes the first answer to this login, on this machine alone', async () => {
  const { redirectUrl, redirectQuery } = await opened();
  expect(redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
  expect(await status(`${redirectUrl}?code=stolen&state=another`)).toBe(400);
  expect(await status(`${redirectUrl}?code=stolen`)).toBe(400);
  expect(await status(`${redirectUrl}?code=c&state=state-1`, { method: 'POST' })).toBe(404);
  expect(await status(new URL('/?code=c&state=state-1', redirectUrl).href)).toBe(404);
  const answer = await fetch(`${redirectUrl}?code=own&state=state-1&iss=i&x=<script>`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ]);
  expect(await answer.text()).not.toContain('script');
  expect(await status(`${redirectUrl}?code=late&state=state-1`)).toBe(400);
  expect((await redirectQuery).get('code')).toBe('own');
});

it('is not served under another name', async () => {
  const { redirectUrl } = await opened();
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'evil.example' };
    get(`${redirectUrl}?code=c&state=state-1`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
  expect(status).toBe(403);
});

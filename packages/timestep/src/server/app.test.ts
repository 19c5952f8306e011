import { describe, expect, it } from 'vitest';
import { apiKeyAuthentication } from '../http/index.ts';
import { createApp } from './app.ts';

const hello = (request: Request) =>
  new URL(request.url).pathname === '/hello' ? new Response('hello') : undefined;
const card = (request: Request) =>
  request.url.endsWith('/.well-known/agent-card.json') ? new Response('card') : undefined;
const broken = (request: Request) => {
  if (request.url.endsWith('/broken')) throw new Error('secret detail');
  return undefined;
};

function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://localhost${path}`, { headers });
}

describe('createApp', () => {
  const app = createApp({ routes: [card, broken, hello] });

  it('asks route by route', async () => {
    expect(await (await app(get('/hello'))).text()).toBe('hello');
  });

  it.each([
    ['an unknown path', get('/nothing'), 404],
    ['a forged host', get('/hello', { host: 'evil.example' }), 403],
    ['a foreign origin', get('/hello', { origin: 'https://evil.example' }), 403],
    ['a route that throws', get('/broken'), 500],
  ])(
    'answers %s with an error that tells no secrets, and keeps serving',
    async (_name, request, status) => {
      const response = await app(request);
      expect(response.status).toBe(status);
      const body = await response.text();
      expect(JSON.parse(body)).toMatchObject({ error: { message: expect.any(String) } });
      expect(body).not.toMatch(/secret|\bat .*\.ts/);
      expect((await app(get('/hello'))).status).toBe(200);
    },
  );

  it('asks callers who they are, but shows the card and its health to all', async () => {
    const guarded = createApp({
      routes: [card, hello],
      authenticate: apiKeyAuthentication({ 'the-key': 'ada' }),
    });
    expect((await guarded(get('/hello'))).status).toBe(401);
    expect((await guarded(get('/hello', { authorization: 'Bearer wrong' }))).status).toBe(401);
    expect((await guarded(get('/hello', { authorization: 'Bearer the-key' }))).status).toBe(200);
    expect((await guarded(get('/.well-known/agent-card.json'))).status).toBe(200);
  });
});

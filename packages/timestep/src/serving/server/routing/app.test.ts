import { describe, expect, it } from 'vitest';
import { createApiKeyAuthentication, type Authenticate } from '#protocols/http';
import { createMemoryRunner } from '#engine/runner';
import { createApp } from './app.ts';
import { indexMounts } from './mount-index.ts';
import type { Mount } from './mount.ts';

const hello: Mount = {
  prefix: '',
  answer: ({ url }) => (new URL(url).pathname === '/hello' ? new Response('hello') : undefined),
};
const CARD = '/.well-known/agent-card.json';
const card: Mount = {
  prefix: '',
  open: ({ url, method }) =>
    url.endsWith(CARD) && method !== 'POST' ? new Response('card') : undefined,
};
const broken: Mount = {
  prefix: '/broken',
  answer() {
    throw new Error('secret detail');
  },
};

const runner = createMemoryRunner({ agents: [] });

const failing = (): never => {
  throw new Error('secret detail');
};

function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://localhost${path}`, { headers });
}

describe('createApp', () => {
  const app = createApp({ runner, router: { find: indexMounts([card, broken, hello]) } });

  it('asks mount by mount', async () => {
    expect(await (await app(get('/hello'))).text()).toBe('hello');
  });

  it.each([
    ['an unknown path', get('/nothing'), 404],
    ['a forged host', get('/hello', { host: 'evil.example' }), 403],
    ['a foreign origin', get('/hello', { origin: 'https://evil.example' }), 403],
    ['a mount that throws', get('/broken'), 500],
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

  it('asks callers who they are, but shows to all what is public', async () => {
    const guarded = createApp({
      runner,
      router: { find: indexMounts([card, hello]) },
      authenticate: createApiKeyAuthentication([{ key: 'the-key', principal: 'ada' }]),
    });
    expect((await guarded(get('/hello'))).status).toBe(401);
    expect((await guarded(get('/hello', { authorization: 'Bearer wrong' }))).status).toBe(401);
    expect((await guarded(get('/hello', { authorization: 'Bearer the-key' }))).status).toBe(200);
    expect((await guarded(get('/.well-known/agent-card.json'))).status).toBe(200);
    const head = new Request('http://localhost/.well-known/agent-card.json', { method: 'HEAD' });
    expect((await guarded(head)).status).toBe(200);
    const post = new Request('http://localhost/.well-known/agent-card.json', { method: 'POST' });
    expect((await guarded(post)).status).toBe(401);
  });

  it('answers a preflight before it asks for a key, and lets an allowed page read what it is told', async () => {
    const origin = 'https://app.example';
    const guarded = createApp({
      runner,
      router: { find: indexMounts([hello, broken]) },
      allowedOrigins: [origin],
      authenticate: createApiKeyAuthentication([{ key: 'the-key', principal: 'ada' }]),
    });
    const preflight = await guarded(
      new Request('http://localhost/hello', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      }),
    );
    expect(preflight.status).toBe(204);
    const authorization = 'Bearer the-key';
    for (const [path, headers, status] of [
      ['/hello', { authorization }, 200],
      ['/hello', {}, 401],
      ['/nothing', { authorization }, 404],
      ['/broken', { authorization }, 500],
    ] as const) {
      const response = await guarded(get(path, { ...headers, origin }));
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        status,
        origin,
      ]);
    }
    const stranger = await guarded(
      get('/hello', { authorization, origin: 'https://evil.example' }),
    );
    expect(stranger.status).toBe(403);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each<[string, Authenticate, number]>([
    ['resolves to nothing', async () => undefined, 401],
    ['resolves to an empty name', async () => '', 401],
    ['throws', failing, 503],
    ['rejects', async () => failing(), 503],
    ['resolves to a name', async () => 'ada', 200],
  ])('waits for a check of callers that %s', async (_name, authenticate, status) => {
    const told: unknown[] = [];
    const onError = (thrown: unknown): void => void told.push(thrown);
    const guarded = createApp({
      runner,
      router: { find: indexMounts([hello]) },
      authenticate,
      onError,
    });
    const response = await guarded(get('/hello'));
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('secret');
    expect(told).toHaveLength(status === 503 ? 1 : 0);
  });
});

describe('a mount with a form of its own for refusals', () => {
  const own: Mount = {
    prefix: '/own',
    refuse: ({ status, code, headers }) => new Response(`own ${code}`, { status, headers }),
    answer({ url }) {
      if (url.endsWith('/broken')) throw new Error('secret detail');
      return undefined;
    },
  };
  const app = createApp({
    runner,
    router: { find: indexMounts([own, hello]) },
    authenticate: createApiKeyAuthentication([{ key: 'key', principal: 'ann' }]),
  });
  const known = { authorization: 'Bearer key' };

  it.each([
    ['a stranger', get('/own/x'), 401, 'own unauthorized'],
    ['an unknown path', get('/own/x', known), 404, 'own not-found'],
    ['a defect', get('/own/broken', known), 500, 'own internal-error'],
  ])('refuses %s in it', async (_what, request, status, text) => {
    const response = await app(request);
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('leaves other paths to the server', async () => {
    const response = await app(get('/other'));
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  });
});

import { expect, it, onTestFinished } from 'vitest';
import { buildA2A03Card, buildA2ACard } from '#protocols/a2a';
import { agentBuiltinEcho } from '#agents/model';
import { createMemoryRunner } from '#engine/runner';
import { Agent, serve } from '#serving/server';
import { createManualClock } from '#testing';
import { openTestCatalog, waitForCatalog } from './catalog.fixture.ts';

const NEVER = new AbortController().signal;
const FIVE_MINUTES = 5 * 60_000;
const PEER = 'https://peer.example/sky';
const SKY = {
  name: 'Sky',
  description: 'Looks up.',
  version: '3',
  skills: [{ id: 'look', name: 'Look', description: 'Looks.', tags: ['sky'] }],
};

type Respond = (request: Request) => Response | Promise<Response>;

/** A peer whose answer may be changed, and what it was asked. */
function peer(first: Respond) {
  const asked: Request[] = [];
  const state = { respond: first, asked };
  return {
    state,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      asked.push(request);
      return state.respond(request);
    },
  };
}

function cardWith(more: object = {}): Response {
  const headers = { etag: '"1"', 'last-modified': 'Mon, 23 Nov 2026 07:00:00 GMT' };
  return Response.json(buildA2ACard({ ...SKY, ...more }, PEER), { headers });
}

it('has what the card of an address says', async () => {
  const { fetch } = peer(() => cardWith());
  const catalog = await openTestCatalog([`${PEER}/`], { fetch, clock: createManualClock(5) });
  expect(catalog.list()).toMatchObject([
    {
      agentId: 'sky',
      name: 'Sky',
      description: 'Looks up.',
      version: '3',
      skills: SKY.skills,
      source: PEER,
      kind: 'address',
      protocolVersion: '1.0',
      health: { state: 'ok', at: 5 },
      card: { name: 'Sky' },
    },
  ]);
  expect(catalog.find(PEER)).toBe(catalog.find('sky'));
});

it('knows a peer that speaks 0.3 alone', async () => {
  const { supportedInterfaces: _new, ...card } = buildA2A03Card(SKY, PEER, {
    pushNotifications: false,
  });
  const { fetch } = peer(() => Response.json(card));
  const catalog = await openTestCatalog([PEER], { fetch });
  expect(catalog.list()).toMatchObject([{ name: 'Sky', protocolVersion: '0.3' }]);
});

it('asks after five minutes whether a card has changed, with what the server gave for that', async () => {
  const clock = createManualClock();
  const { fetch, state } = peer(() => cardWith());
  const catalog = await openTestCatalog([PEER], { fetch, clock });
  let changes = 0;
  catalog.watch(() => (changes += 1));
  state.respond = () => new Response(null, { status: 304 });
  clock.advance(FIVE_MINUTES - 1);
  expect(state.asked).toHaveLength(1);
  clock.advance(1);
  await expect.poll(() => clock.pending()).toBe(1);
  expect(state.asked[1]?.headers.get('if-none-match')).toBe('"1"');
  expect(state.asked[1]?.headers.get('if-modified-since')).toMatch(/^Mon, 23 Nov/);
  await catalog.refresh();
  expect(catalog.find('sky')).toMatchObject({ version: '3', health: { state: 'ok' } });
  state.respond = () => cardWith({ description: 'Looks further.' });
  const before = changes;
  clock.advance(FIVE_MINUTES);
  await waitForCatalog(catalog, () => catalog.find('sky')?.description === 'Looks further.');
  expect(changes).toBe(before + 1);
});

it.each([
  ['away', () => new Response('', { status: 503 }), /HTTP 503/],
  ['away', () => Promise.reject(new TypeError('refused')), /cannot reach peer.example/],
  ['bad', () => new Response('', { status: 404 }), /no agent card/],
  ['bad', () => new Response('', { status: 401 }), /requires credentials/],
  ['bad', () => new Response('x'.repeat(2 ** 20 + 1)), /too large/],
] as const)('says that a peer is %s', async (state, respond, why) => {
  const { fetch } = peer(respond);
  const catalog = await openTestCatalog([PEER], { fetch });
  expect(catalog.list()).toMatchObject([
    { agentId: 'sky', name: 'sky', health: { state, why: expect.stringMatching(why) } },
  ]);
  const description = { title: PEER, description: `The agent at ${PEER}` };
  expect(catalog.servables.list()).toMatchObject([{ agentId: 'sky', description }]);
});

it('does not wait for a peer that never answers', async () => {
  const { fetch } = peer(
    (request) =>
      new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      }),
  );
  const catalog = await openTestCatalog([PEER], { fetch, cardTimeoutMs: 1 });
  expect(catalog.list()).toMatchObject([
    { health: { state: 'away', why: `${PEER} sent no agent card within 0.001 seconds` } },
  ]);
});

it('finds a peer that was away, and keeps one that goes away', async () => {
  const clock = createManualClock();
  const { fetch, state } = peer(() => new Response('', { status: 503 }));
  const catalog = await openTestCatalog([PEER], { fetch, clock });
  state.respond = () => cardWith();
  clock.advance(60_000);
  await waitForCatalog(catalog, () => catalog.find('sky')?.health.state === 'ok');
  expect(catalog.servables.get('sky')).toMatchObject({ description: { title: 'Sky' } });
  state.respond = () => new Response('', { status: 503 });
  clock.advance(FIVE_MINUTES);
  await waitForCatalog(catalog, () => catalog.find('sky')?.health.state === 'away');
  expect(catalog.servables.get('sky')).toBeDefined();
});

it('asks a peer with its headers, and looks at it again when it fails', async () => {
  const served = await serve({
    agents: [new Agent({ agentId: 'sky', name: 'Sky', model: agentBuiltinEcho })],
    apiKeys: [{ key: 'secret', principal: 'ann' }],
    database: ':memory:',
    port: 0,
  });
  onTestFinished(() => served.close(0));
  const catalog = await openTestCatalog([{ name: 'Sky', source: served.url }], {
    headersFor: (address) =>
      address === served.url ? { authorization: 'Bearer secret' } : undefined,
  });
  const [sky] = catalog.servables.list();
  expect(sky).toMatchObject({ agentId: 'sky', description: { title: 'Sky' } });
  const runner = createMemoryRunner({ agents: sky ? [sky.loop] : [] });
  onTestFinished(() => runner.close(0));
  const message = { role: 'user', content: 'hello' } as const;
  const task = await runner.submit({ agent: 'sky', principal: '', messageId: '1', message });
  expect(await runner.waitUntilSettled(task.id, NEVER)).toMatchObject({ state: 'completed' });
  expect(JSON.stringify(catalog.list())).not.toContain('secret');
});

it('looks at a peer at once when a message to it failed', async () => {
  const { fetch, state } = peer(() => cardWith());
  const catalog = await openTestCatalog([PEER], { fetch, clock: createManualClock() });
  state.respond = () => new Response('', { status: 401 });
  const [sky] = catalog.servables.list();
  const runner = createMemoryRunner({ agents: sky ? [sky.loop] : [] });
  onTestFinished(() => runner.close(0));
  const message = { role: 'user', content: 'hello' } as const;
  const task = await runner.submit({ agent: 'sky', principal: '', messageId: '1', message });
  expect(await runner.waitUntilSettled(task.id, NEVER)).toMatchObject({ state: 'failed' });
  await waitForCatalog(catalog, () => catalog.find('sky')?.health.state === 'bad');
});

it('names a peer by its address or as it is known, whatever its card says and whether it answers', async () => {
  const { fetch, state } = peer(() => new Response('', { status: 503 }));
  const address = 'https://127.0.0.1:8080/';
  const known = { name: 'My peer', source: 'https://peer.example/agents/other' };
  const catalog = await openTestCatalog([PEER, address, known], {
    fetch,
    clock: createManualClock(),
  });
  const ids = () => catalog.list().map(({ agentId }) => agentId);
  expect(ids()).toEqual(['sky', '127-0-0-1-8080', 'my-peer']);
  state.respond = () => cardWith({ name: 'Weather' });
  await catalog.refresh();
  expect(catalog.list().map(({ name }) => name)).toEqual(['Weather', 'Weather', 'Weather']);
  expect(ids()).toEqual(['sky', '127-0-0-1-8080', 'my-peer']);
});

it('asks no address while it opens where that is wanted', async () => {
  const { fetch, state } = peer(() => cardWith());
  const catalog = await openTestCatalog([PEER], {
    fetch,
    asksAddresses: false,
    clock: createManualClock(),
  });
  expect([state.asked.length, catalog.find('sky')?.health.state]).toEqual([0, 'away']);
  expect(catalog.servables.get('sky')).toBeDefined();
  await catalog.refresh();
  expect(catalog.find('sky')).toMatchObject({ name: 'Sky', health: { state: 'ok' } });
});

import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { connectA2A, type ConnectOptions } from './connect-a2a.ts';
import type { RemoteTaskUpdate } from './remote-task.ts';
import {
  brokenStream,
  PEER,
  peerOf,
  rpcError,
  type Answer,
  type Peer,
} from './remote-agents.fixture.ts';

const submitted = task('TASK_STATE_SUBMITTED');
const working = task('TASK_STATE_WORKING');
const done = task('TASK_STATE_COMPLETED', 'sunny');
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const broken = new TypeError('fetch failed', { cause: refused });
const SEND = 'SendStreamingMessage';

it.each<[string, readonly Answer[], string[]]>([
  ['answers with a bare message', [{ message: said('sunny') }], ['SendStreamingMessage']],
  ['answers a stream with one task', [done], ['SendStreamingMessage']],
  [
    'says that it streams, and does not',
    [rpcError(-32004), done],
    ['SendStreamingMessage', 'SendMessage'],
  ],
  [
    'ends its stream early',
    [
      [submitted, working],
      [working, done],
    ],
    ['SendStreamingMessage', 'SubscribeToTask'],
  ],
  [
    'breaks off',
    [brokenStream(working), [working, done]],
    ['SendStreamingMessage', 'SubscribeToTask'],
  ],
  [
    'breaks off, and is done when asked again',
    [brokenStream(working), rpcError(-32004), done],
    ['SendStreamingMessage', 'SubscribeToTask', 'GetTask'],
  ],
  [
    'is away for a while',
    [brokenStream(working), broken, new Response('', { status: 502 }), [done]],
    ['SendStreamingMessage', 'SubscribeToTask', 'SubscribeToTask', 'SubscribeToTask'],
  ],
  ['is away when it is asked', [broken, broken, done], [SEND, SEND, SEND]],
  ['is just starting', [new Response('', { status: 503 }), done], [SEND, SEND]],
  [
    'refuses for now, as one that is being stopped does',
    [Response.json(rpcError(-32603, 'closed'), { status: 503 }), done],
    [SEND, SEND],
  ],
  ['breaks off before it names its task', [brokenStream(), done], [SEND, SEND]],
])('gets an answer of a peer that %s', async (_name, answers, methods) => {
  const peer = answering(answers);
  const updates = await sent(peer);
  expect(updates.at(-1)).toMatchObject({
    kind: 'task',
    task: { state: 'completed', text: 'sunny' },
  });
  expect(peer.asked.map(({ method }) => method)).toEqual(methods);
});

it('leaves the stream of a task that waits already when it is followed again', async () => {
  const left = Promise.withResolvers<void>();
  const waits = { jsonrpc: '2.0', id: 1, result: task('TASK_STATE_INPUT_REQUIRED', 'For whom?') };
  const following = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(waits)}\n\n`)),
    cancel: () => left.resolve(),
  });
  const headers = { 'content-type': 'text/event-stream' };
  const peer = answering([brokenStream(working), new Response(following, { headers })]);
  const updates = await sent(peer);
  expect(updates.at(-1)).toMatchObject({ task: { state: 'input-required', text: 'For whom?' } });
  await left.promise;
});

it('waits on where a peer that was away shows its task as it was before the answer', async () => {
  const history = (...ids: readonly string[]) =>
    ids.map((messageId) => ({ messageId, role: 'ROLE_USER', parts: [{ text: messageId }] }));
  const waits = (...ids: readonly string[]): JsonObject => ({
    task: {
      ...(task('TASK_STATE_INPUT_REQUIRED', 'For whom?')['task'] as object),
      history: history(...ids),
    },
  });
  for (const last of [done, waits('m1', 'm2')]) {
    const peer = answering([[waits('m1')], [waits('m1')], brokenStream(waits('m1')), [last]]);
    const client = await connectA2A(PEER, { fetch: peer.fetch, ...timeless() });
    const updates: RemoteTaskUpdate[] = [];
    const answer = { messageId: 'm2', taskId: 't1', message: 'Ada' };
    for await (const update of client.send(answer)) updates.push(update);
    expect(peer.asked.map(({ method }) => method)).toEqual([
      SEND,
      ...Array.from({ length: 3 }, () => 'SubscribeToTask'),
    ]);
  }
});

it('tells what a peer asks next, where it was seen as it was before the answer', async () => {
  const history = (...ids: readonly string[]) =>
    ids.map((messageId) => ({ messageId, role: 'ROLE_USER', parts: [{ text: messageId }] }));
  const waits = (text: string, ...ids: readonly string[]): JsonObject => ({
    task: {
      ...(task('TASK_STATE_INPUT_REQUIRED', text)['task'] as object),
      history: history(...ids),
    },
  });
  const before = waits('For whom?', 'm1');
  const peer = answering([[before], [before], [waits('May I pay?', 'm1', 'm2')]]);
  const client = await connectA2A(PEER, { fetch: peer.fetch, ...timeless() });
  const updates: RemoteTaskUpdate[] = [];
  const answer = { messageId: 'm2', taskId: 't1', message: 'Ada' };
  for await (const update of client.send(answer)) updates.push(update);
  expect(updates.at(-1)).toMatchObject({ kind: 'task', task: { text: 'May I pay?' } });
  expect(updates).toHaveLength(2);
});

it('believes a peer in the end that shows no trace of an answer', async () => {
  const history = [{ messageId: 'other', role: 'ROLE_USER', parts: [{ text: 'go' }] }];
  const waits = task('TASK_STATE_INPUT_REQUIRED', 'For whom?')['task'] as object;
  const peer = peerOf(() => [{ task: { ...waits, history } }]);
  const { now, pause } = timeless();
  const client = await connectA2A(PEER, { fetch: peer.fetch, now, pause, patienceMs: 20_000 });
  const answer = { messageId: 'm2', taskId: 't1', message: 'Ada' };
  for await (const update of client.send(answer)) expect(stateOf(update)).toBe('input-required');
  expect(now()).toBeGreaterThanOrEqual(20_000);
});

it('asks a peer that does not stream again, less and less often, and tells only news', async () => {
  const peer = answering([submitted, working, working, working, done], { streaming: false });
  const pauses: number[] = [];
  const updates = await sent(peer, { pause: async (ms) => pauses.push(ms) });
  expect(updates.map(stateOf)).toEqual(['submitted', 'working', 'completed']);
  expect(pauses).toEqual([100, 200, 400]);
  expect(peer.asked[0]?.params).toMatchObject({ configuration: { returnImmediately: true } });
});

it('gives up on a peer that stays away', async () => {
  const peer = peerOf(({ method }) =>
    method === 'SubscribeToTask' ? broken : brokenStream(working),
  );
  const { pauses, ...time } = timeless();
  const sending = sent(peer, { ...time, patienceMs: 20_000 });
  await expect(sending).rejects.toMatchObject({
    code: 'unreachable',
    message: 'cannot reach peer.example: connect ECONNREFUSED',
  });
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 3700]);
});

it('sends the very same message to a peer that comes back after half a minute', async () => {
  const { now, pause } = timeless();
  const peer = peerOf(() => (now() < 30_000 ? broken : done));
  const updates = await sent(peer, { now, pause });
  expect(updates.at(-1)).toMatchObject({ task: { state: 'completed' } });
  const bodies = peer.asked.map(({ params }) => JSON.stringify(params));
  expect(bodies.length).toBeGreaterThan(3);
  expect(new Set(bodies).size).toBe(1);
});

it('finds a peer that is away at first, after the pause that it asks for', async () => {
  const { now, pause, pauses } = timeless();
  const peer = peerOf(() => done);
  const busy = new Response('', { status: 503, headers: { 'retry-after': '7' } });
  const cards: (Response | Error)[] = [broken, busy];
  const client = await connectA2A(PEER, {
    now,
    pause,
    fetch: async (url, init) => {
      const answer = cards.shift() ?? (await peer.fetch(url, init));
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  expect(client.peer.name).toBe('peer');
  expect(pauses).toEqual([100, 7000]);
});

it('ends its waiting when the signal aborts', async () => {
  const leave = new AbortController();
  const reason = new Error('enough');
  const pause = async (_ms: number, signal: AbortSignal | undefined): Promise<void> => {
    leave.abort(reason);
    signal?.throwIfAborted();
  };
  const away = (): Promise<Response> => Promise.reject(broken);
  const connecting = connectA2A(PEER, { fetch: away, pause, signal: leave.signal });
  await expect(connecting).rejects.toBe(reason);
});

it('does not wait for a peer that sends its callers elsewhere', async () => {
  const { pauses, ...time } = timeless();
  const { fetch } = peerOf(() => Response.redirect('https://elsewhere.example/', 307));
  await expect(sent({ fetch, asked: [] }, time)).rejects.toMatchObject({ code: 'bad-response' });
  expect(pauses).toEqual([]);
});

it.each<[string, Answer, object]>([
  [
    'is not there',
    broken,
    { code: 'unreachable', message: 'cannot reach peer.example: connect ECONNREFUSED' },
  ],
  ['breaks off before it names a task', brokenStream(), { code: 'unreachable' }],
  [
    'refuses',
    rpcError(-32602, 'bad parts'),
    { code: 'rejected', rpcCode: -32602, message: 'peer rejected the request: bad parts' },
  ],
  [
    'refuses with a status',
    Response.json(rpcError(-32001), { status: 404 }),
    { code: 'rejected', rpcCode: -32001 },
  ],
  [
    'refuses without a code',
    { error: {} },
    { code: 'rejected', rpcCode: undefined, message: 'peer rejected the request: no reason given' },
  ],
  ['wants credentials', new Response('', { status: 401 }), { code: 'unauthorized' }],
  ['is a page', new Response('<html>', { status: 404 }), { code: 'bad-response' }],
  ['is a page that is there', new Response('<html>'), { code: 'bad-response' }],
  ['answers with text', Response.json('hello'), { code: 'bad-response' }],
  ['answers without a result', Response.json({ jsonrpc: '2.0', id: 1 }), { code: 'bad-response' }],
  ['streams nothing', [], { code: 'bad-response' }],
  ['streams something else', [{ weather: 'fine' }], { code: 'bad-response' }],
  ['falls over', new Response('', { status: 500 }), { code: 'unreachable' }],
  ['breaks off in mid-word', new Response(cut()), { code: 'unreachable' }],
])('fails with a code where a peer %s', async (_name, answer, error) => {
  const peer = answering([answer]);
  await expect(sent(peer, { patienceMs: 0 })).rejects.toMatchObject(error);
});

it.each<[string, () => Promise<Response>, string]>([
  ['is not there', () => Promise.reject(broken), 'unreachable'],
  ['falls over', async () => new Response('', { status: 503 }), 'unreachable'],
  ['has no card', async () => new Response('', { status: 404 }), 'not-an-agent'],
  ['has a page instead of a card', async () => new Response('<html>'), 'not-an-agent'],
  ['hides its card', async () => new Response('', { status: 403 }), 'unauthorized'],
])('does not connect to a peer that %s', async (_name, fetch, code) => {
  const connecting = connectA2A(PEER, { fetch, patienceMs: 0 });
  await expect(connecting).rejects.toMatchObject({ name: 'A2AClientError', code });
});

it.each<[string, string, JsonObject | Response]>([
  ['card', 'x', done],
  ['answer', '', task('TASK_STATE_COMPLETED', 'x'.repeat(3000))],
  ['error', '', new Response('x'.repeat(3000), { status: 400 })],
  [
    'event',
    '',
    new Response(`data: ${'x'.repeat(3000)}`, { headers: { 'content-type': 'text/event-stream' } }),
  ],
])(
  'does not read on, nor ask again, where a peer sends too large an %s',
  async (_name, card, answer) => {
    const peer = peerOf(() => answer, {
      card: { name: 'peer', url: PEER, padding: card.repeat(3000) },
    });
    const fetched: string[] = [];
    const client = connectA2A(PEER, {
      answerLimit: 2000,
      pause: async () => {},
      fetch: (url, init) => {
        fetched.push(url);
        return peer.fetch(url, init);
      },
    });
    const got = client.then((connected) => connected.get('t1'));
    await expect(got).rejects.toMatchObject({ code: 'bad-response' });
    expect(fetched).toHaveLength(card === '' ? 2 : 1);
  },
);

it('looks for the card at its older path', async () => {
  const { fetch } = peerOf(() => done);
  const seen: string[] = [];
  const client = await connectA2A(PEER, {
    fetch: async (url, init) => {
      seen.push(url);
      return url.endsWith('agent-card.json') ? new Response('', { status: 404 }) : fetch(url, init);
    },
  });
  expect(client.peer.name).toBe('peer');
  expect(seen).toHaveLength(2);
});

it('sends credentials to the address it was given, not to where a card points', async () => {
  const headers = { authorization: 'Bearer secret' };
  const own = peerOf(() => done);
  await sent(own, { headers });
  expect(own.asked[0]?.headers.get('authorization')).toBe('Bearer secret');
  const url = 'https://elsewhere.example/rpc';
  const other = peerOf(() => done, { card: { name: 'peer', url } });
  const client = await connectA2A(PEER, { fetch: other.fetch, headers });
  await client.get('t1');
  expect(other.asked[0]?.headers.has('authorization')).toBe(false);
});

it('tells the version and the tenant with every call', async () => {
  const supportedInterfaces = [
    { url: PEER, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: 'acme' },
  ];
  const peer = peerOf(() => done, { card: { name: 'peer', supportedInterfaces } });
  const client = await connectA2A(PEER, { fetch: peer.fetch });
  await client.cancel('t1');
  expect(peer.asked).toMatchObject([
    { method: 'CancelTask', params: { id: 't1', tenant: 'acme' } },
  ]);
  expect(peer.asked[0]?.headers.get('a2a-version')).toBe('1.0');
});

it.each([{ streaming: true }, { streaming: false }])(
  'stops when it is told to (%o)',
  async (card) => {
    const leave = new AbortController();
    const reason = new Error('enough');
    const peer = peerOf(() => working, card);
    const client = await connectA2A(PEER, {
      fetch: peer.fetch,
      pause: async (_ms, signal) => signal?.throwIfAborted(),
    });
    const updates: RemoteTaskUpdate[] = [];
    const sending = (async () => {
      for await (const update of client.send({ messageId: 'm1', message: 'hi' }, leave.signal)) {
        updates.push(update);
        leave.abort(reason);
      }
    })();
    await expect(sending).rejects.toBe(reason);
    expect(updates).toHaveLength(1);
  },
);

it('gives the reason back where the connection is cut for it', async () => {
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  const peer = peerOf(() => new DOMException('aborted', 'AbortError'));
  const client = await connectA2A(PEER, { fetch: peer.fetch });
  await expect(client.get('t1', signal)).rejects.toBe(reason);
});

/** Time that goes on by what is waited for and by nothing else. */
function timeless(): Required<Pick<ConnectOptions, 'now' | 'pause'>> & { pauses: number[] } {
  const pauses: number[] = [];
  let time = 0;
  return {
    pauses,
    now: () => time,
    pause: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
  };
}

function answering(answers: readonly Answer[], card?: { readonly streaming: boolean }): Peer {
  let next = 0;
  return peerOf(() => answers[next++] ?? new Error('asked too often'), card);
}

async function sent(peer: Peer, options: ConnectOptions = {}): Promise<RemoteTaskUpdate[]> {
  const { now, pause } = timeless();
  const client = await connectA2A(PEER, { fetch: peer.fetch, now, pause, ...options });
  const updates: RemoteTaskUpdate[] = [];
  const message = { messageId: 'm1', message: 'weather?' };
  for await (const update of client.send(message)) updates.push(update);
  return updates;
}

function cut(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
}

function task(state: string, text?: string): JsonObject {
  const message = text === undefined ? {} : { message: said(text) };
  return { task: { id: 't1', contextId: 'c1', status: { state, ...message } } };
}

function said(text: string): JsonObject {
  return { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] };
}

function stateOf(update: RemoteTaskUpdate): string {
  return update.kind === 'task' ? update.task.state : 'text';
}

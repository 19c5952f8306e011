import { remoteAgent, type RemoteAgent, type RemoteAgentOptions } from '@timestep-ai/timestep';
import { listen, type FetchHandler } from '@timestep-ai/timestep/http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bridgeTo } from './bridge-stage.ts';
import { CLIENTS, type Caller } from './mcp-callers.ts';

const [[, connect]] = CLIENTS;

const card = (request: Request, more: object = {}): Response => {
  const { origin: url } = new URL(request.url);
  return Response.json({
    name: 'bad',
    description: 'Bad.',
    version: '1',
    capabilities: { streaming: true },
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    ...more,
  });
};

const isCard = ({ method }: Request): boolean => method === 'GET';

const taskIn = (id: string, state: string, text: string): object => ({
  task: {
    id,
    contextId: 'c',
    status: {
      state: `TASK_STATE_${state}`,
      message: { messageId: id, role: 'ROLE_AGENT', parts: [{ text }] },
    },
  },
});

const answer = (result: object): Response => Response.json({ jsonrpc: '2.0', id: 1, result });

/** So many bytes, made as they are read. */
function bytes(count: number): Response {
  const piece = new Uint8Array(1024 * 1024).fill(0x20);
  let left = count;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      left -= piece.length;
      if (left < 0) controller.close();
      else controller.enqueue(piece);
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

const good: FetchHandler = async (request) =>
  isCard(request)
    ? card(request, { name: 'good', capabilities: {} })
    : answer(taskIn('t', 'COMPLETED', 'all is well'));

async function agent(
  handler: FetchHandler,
  agentId: string,
  options: RemoteAgentOptions = {},
): Promise<RemoteAgent> {
  const listening = await listen(handler, { port: 0 });
  onTestFinished(() => listening.close(0));
  return remoteAgent(listening.url, { agentId, patienceMs: 0, ...options });
}

/** A bridge to a bad agent and to a good one. */
async function beside(handler: FetchHandler, options: RemoteAgentOptions = {}): Promise<Caller> {
  const bad = await agent(handler, 'bad', options);
  return connect(await bridgeTo([bad, await agent(good, 'good')]), {});
}

/** The agents as they are listed, the good one among them. */
async function problems({ call }: Caller): Promise<unknown[]> {
  const { data } = await call('list_agents', {});
  const agents = data?.['agents'] as { name: string; problem?: string }[];
  expect(agents.map(({ name }) => name)).toEqual(['bad', 'good']);
  const well = await call('call_agent', { agent: 'good', message: 'hello' });
  expect(well.data).toMatchObject({ state: 'completed', answer: 'all is well' });
  return agents.map(({ problem }) => problem);
}

describe.each<[string, FetchHandler, RegExp]>([
  [
    'has no card',
    () => new Response(null, { status: 404 }),
    /^there is no agent card at http:\S+ or http:\S+$/,
  ],
  [
    'redirects',
    () => Response.redirect('http://127.0.0.1:1/elsewhere'),
    /^the agent address http:\S+ redirects elsewhere: use the URL of the agent itself$/,
  ],
  [
    'has a card of 100 MB',
    () => bytes(100 * 1024 * 1024),
    /^127\S+ sent an answer that is too large: .+$/,
  ],
  [
    'speaks another version',
    (request) =>
      card(request, {
        supportedInterfaces: [
          { url: request.url, protocolBinding: 'JSONRPC', protocolVersion: '7.0' },
        ],
      }),
    /^bad offers no interface of A2A 1\.0 or 0\.3 over JSONRPC or HTTP\+JSON$/,
  ],
  ['sends no card but something else', () => new Response('<html>'), /^there is no agent card at/],
])('an agent that %s', (_what, handler, sentence) => {
  it('is told in one sentence, and harms no other', async () => {
    const caller = await beside(handler);
    expect(await problems(caller)).toEqual([expect.stringMatching(sentence), undefined]);
    const { data, isError } = await caller.call('call_agent', { agent: 'bad', message: 'hello' });
    expect(data).toMatchObject({ state: 'failed', error: expect.stringMatching(sentence) });
    expect(isError).toBe(true);
  });
});

it('a card that never comes is not waited for', async () => {
  const caller = await beside(() => new Promise<Response>(() => undefined), { lookMs: 50 });
  expect(await problems(caller)).toEqual([
    expect.stringMatching(/^http:\S+ sent no agent card within 0\.05 seconds$/),
    undefined,
  ]);
});

it.each<[string, () => FetchHandler, string]>([
  [
    'answers with another task',
    () => {
      const ids = ['mine', 'yours'];
      return async (request) => {
        if (isCard(request)) return card(request, { capabilities: {} });
        const id = ids.shift() ?? 'yours';
        return answer(taskIn(id, id === 'mine' ? 'WORKING' : 'COMPLETED', 'secret'));
      };
    },
    'invalid response of bad: it is about another task than mine',
  ],
  [
    'answers with 100 MB',
    () => (request) =>
      isCard(request) ? card(request, { capabilities: {} }) : bytes(100 * 1024 * 1024),
    'too large',
  ],
  [
    'streams a hundred events of a megabyte',
    () => (request) => {
      if (isCard(request)) return card(request);
      const text = 'x'.repeat(1024 * 1024);
      const event = JSON.stringify({ jsonrpc: '2.0', id: 1, result: taskIn('t', 'WORKING', text) });
      let left = 100;
      const body = new ReadableStream<string>({
        pull(controller) {
          left -= 1;
          if (left < 0) controller.close();
          else controller.enqueue(`data: ${event}\n\n`);
        },
      }).pipeThrough(new TextEncoderStream());
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    'too large',
  ],
  [
    'answers with something else than A2A',
    () => (request) => (isCard(request) ? card(request) : new Response('<html>')),
    'invalid response of the remote agent: it is not JSON',
  ],
])('an agent that %s fails in one sentence', async (_what, handler, sentence) => {
  const caller = await beside(handler());
  const { data, isError } = await caller.call('call_agent', { agent: 'bad', message: 'hello' });
  expect(data).toMatchObject({ state: 'failed', error: expect.stringContaining(sentence) });
  expect(String(data?.['error'])).not.toMatch(/\n|secret/);
  expect(isError).toBe(true);
  expect(await problems(caller)).toEqual([undefined, undefined]);
});

it('an agent whose card bears another name than before is sent nothing', async () => {
  const names = ['bad', 'worse'];
  const posted: string[] = [];
  const caller = await beside(async (request) => {
    if (isCard(request)) return card(request, { name: names.shift() ?? 'worse' });
    posted.push(await request.text());
    return answer(taskIn('t', 'COMPLETED', 'mine now'));
  });
  expect(await problems(caller)).toEqual([undefined, undefined]);
  const { data } = await caller.call('call_agent', { agent: 'bad', message: 'a secret' });
  const error = expect.stringContaining('is now "worse" instead of "bad"');
  expect(data).toMatchObject({ state: 'failed', error });
  expect(posted).toEqual([]);
});

it('an agent that streams for ever is left when its task is canceled', async () => {
  const left = Promise.withResolvers<void>();
  const streaming = Promise.withResolvers<void>();
  const caller = await beside((request) => {
    if (isCard(request)) return card(request);
    const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result: taskIn('t', 'WORKING', '.') });
    const body = new ReadableStream<string>({
      start: (controller) => controller.enqueue(`data: ${line}\n\n`),
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(': still here\n\n');
        streaming.resolve();
      },
      cancel: () => left.resolve(),
    }).pipeThrough(new TextEncoderStream());
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const { data } = await caller.call('call_agent', { agent: 'bad', message: 'go', wait_s: 0 });
  expect(data).toMatchObject({ state: 'working' });
  await streaming.promise;
  expect(await problems(caller)).toEqual([undefined, undefined]);
  const end = await caller.call('cancel_task', { task: data?.['task'] });
  expect(end.data).toMatchObject({ state: 'canceled' });
  await left.promise;
});

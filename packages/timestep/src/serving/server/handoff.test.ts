import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type ClientEvent } from '#agents/calling';
import { listen } from '#protocols/http';
import { agentBuiltinEcho, scriptedAgent } from '#agents/model';
import type { AgentFn, Delta } from '#engine/port';
import { Agent } from './agent/agent.ts';
import { createTestAgent, createRelay } from './agents.fixture.ts';
import { Environment } from './environment.ts';
import type { Serving } from './serve.ts';

const running: { close(graceMs?: number): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function started(agent: Agent): Promise<Serving> {
  const serving = await agent.start({ port: 0, database: ':memory:' });
  running.push(serving);
  return serving;
}

function clientOf(onEvent?: (event: ClientEvent) => void): ReturnType<typeof createClient> {
  const client = createClient(onEvent ? { onEvent } : {});
  running.push(client);
  return client;
}

describe.each(['client', 'server'] as const)('a handoff with tools run at the %s', (toolSite) => {
  it('brings back what the other agent answered', async () => {
    const target = await started(createTestAgent('target', agentBuiltinEcho));
    const front = await started(
      createTestAgent(
        'front',
        createRelay(() => target.url),
        { toolSite },
      ),
    );
    const answer = await clientOf().ask(front.url, 'hello');
    expect(answer.text).toBe('relayed: Echo: hello');
  });

  it('cancels the task it handed work to when it is called off', async () => {
    let begun = (): void => undefined;
    const working = new Promise<void>((resolve) => (begun = resolve));
    const stuck: AgentFn = () => {
      begun();
      return new Promise<never>(() => undefined);
    };
    const target = await started(createTestAgent('target', stuck));
    const front = await started(
      createTestAgent(
        'front',
        createRelay(() => target.url),
        { toolSite },
      ),
    );
    const off = new AbortController();
    const asked = clientOf().ask(front.url, 'hello', { signal: off.signal });
    await working;
    off.abort(new Error('never mind'));
    await expect(asked).rejects.toThrow('never mind');
    await expect.poll(() => states(target)).toEqual(['canceled']);
    await expect.poll(() => states(front)).toEqual(['canceled']);
  });

  it('ends a cycle at the cap, with a sentence the model can read', async () => {
    const urls: string[] = [];
    const one = await started(
      createTestAgent(
        'one',
        createRelay(() => urls[1] ?? ''),
        { toolSite },
      ),
    );
    const two = await started(
      createTestAgent(
        'two',
        createRelay(() => urls[0] ?? ''),
        { toolSite },
      ),
    );
    urls.push(one.url, two.url);
    const answer = await clientOf().ask(one.url, 'hello');
    expect(answer.text).toMatch(/^(relayed: ){5}.*only 4 are allowed/);
  });

  it.each([
    ['is not allowed', 'https://agents.example', /not allowed/],
    ['does not answer', 'http://127.0.0.1:1', /handoff to http:\/\/127\.0\.0\.1:1 failed/],
    ['is no address', 'file:///etc/passwd', /not an http or https address/],
  ])('tells the model that the target %s', async (_name, agentUri, words) => {
    const front = await started(
      createTestAgent(
        'front',
        createRelay(() => agentUri),
        { toolSite },
      ),
    );
    const { text } = await clientOf().ask(front.url, 'hello');
    expect(text).toMatch(words);
    expect(text).not.toMatch(/\bat .*\.ts:/);
  });
});

it('tells what happens at every hop, with its depth', async () => {
  const target = await started(createTestAgent('target', agentBuiltinEcho));
  const front = await started(
    createTestAgent(
      'front',
      createRelay(() => target.url),
    ),
  );
  const seen: string[] = [];
  const client = clientOf((event) => {
    if (event.type !== 'text')
      seen.push(`${event.depth} ${event.type === 'state' ? event.state : event.type}`);
  });
  await client.ask(front.url, 'hello');
  expect(seen).toEqual([
    '0 sent',
    '0 submitted',
    '0 working',
    '0 input-required',
    '0 tool-call',
    '0 handoff',
    '1 sent',
    '1 submitted',
    '1 working',
    '1 completed',
    '1 answer',
    '0 tool-result',
    '0 working',
    '0 completed',
    '0 answer',
  ]);
});

it('is one handoff to the other agent however often it is made', async () => {
  const target = await started(createTestAgent('target', agentBuiltinEcho));
  const client = clientOf();
  const handoff = { agentUri: target.url, message: 'hello', hops: 1, key: 'task:1:call' };
  const { signal } = new AbortController();
  const first = await client.handOff(handoff, signal);
  expect(await client.handOff(handoff, signal)).toEqual(first);
  expect(await states(target)).toEqual(['completed']);
});

it('shows no credentials to the agent that a handoff goes to', async () => {
  const target = await started(createTestAgent('target', agentBuiltinEcho));
  const seen: (string | null)[] = [];
  const spy = await listen(
    (request) => {
      seen.push(request.headers.get('authorization'));
      return fetch(new Request(request.url.replace(spy.url, target.url), request));
    },
    { port: 0 },
  );
  running.push(spy);
  const front = await started(
    createTestAgent(
      'front',
      createRelay(() => spy.url),
    ),
  );
  const client = createClient({ headers: { [front.url]: { authorization: 'Bearer mine' } } });
  running.push(client);
  await client.ask(front.url, 'hello');
  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set([null]));
});

it.each([
  [
    'redirects elsewhere',
    () => Response.redirect('http://127.0.0.1:1/', 307),
    /redirects elsewhere/,
  ],
  [
    'sends its callers elsewhere in its card',
    () =>
      Response.json({
        name: 'n',
        supportedInterfaces: [
          { url: 'https://agents.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        ],
      }),
    /not allowed/,
  ],
])('refuses a target that %s', async (_name, respond, words) => {
  const target = await listen(respond, { port: 0 });
  running.push(target);
  const front = await started(
    createTestAgent(
      'front',
      createRelay(() => target.url),
    ),
  );
  expect((await clientOf().ask(front.url, 'hello')).text).toMatch(words);
});

it('has no handoff tool where that was asked for', async () => {
  const environment = new Environment({ environmentId: 'e', enableHandoff: false });
  const agent = new Agent({
    agentId: 'a',
    name: 'a',
    model: createRelay(() => 'http://127.0.0.1:1'),
    environment,
  });
  const { text } = await clientOf().ask((await started(agent)).url, 'hello');
  expect(text).toMatch(/handoff/);
  expect(await environment.listTools(new AbortController().signal)).toEqual([]);
});

async function states({ runner }: Serving): Promise<string[]> {
  const { tasks } = await runner.list({ principal: '', pageSize: 10 });
  return tasks.map((task) => task.state);
}

it('shows what the other agent says about its work as progress of the call, not as words of its own', async () => {
  const look = { name: 'look', arguments: '{}' };
  const model = scriptedAgent((messages) => {
    if (messages.at(-1)?.role === 'tool') return 'clear';
    const call = { id: 'l', type: 'function', function: look } as const;
    return { role: 'assistant', content: 'I read the radar', tool_calls: [call] };
  });
  const progressed = Promise.withResolvers<void>();
  const environment = new Environment({ environmentId: 'target', agentId: 'target' });
  environment.tool('look', { description: 'Looks.' }, async () => {
    await progressed.promise;
    return 'clear';
  });
  const named = { agentId: 'target', name: 'target', toolSite: 'server' } as const;
  const target = await started(new Agent({ ...named, model, environment }));
  const relay = createRelay(() => target.url);
  const front = await started(createTestAgent('front', relay, { toolSite: 'server' }));
  const { runner } = front;
  const message = { role: 'user', content: 'hello' } as const;
  const asked = { agent: 'front', principal: '', contextId: 'c', messageId: 'm', message };
  const { id } = await runner.submit(asked);
  const deltas: Delta[] = [];
  for await (const update of runner.subscribe(id, 0, AbortSignal.timeout(20_000))) {
    if (update.kind === 'delta') deltas.push(update.delta);
    const last = deltas.at(-1);
    if (last?.type === 'progress' && last.text === 'I read the radar') progressed.resolve();
  }
  expect(deltas).toContainEqual({
    type: 'progress',
    callId: 'call_handoff',
    text: 'I read the radar',
  });
  const said = deltas.map((delta) => (delta.type === 'text' ? delta.text : ''));
  expect(said.join('')).not.toContain('radar');
});

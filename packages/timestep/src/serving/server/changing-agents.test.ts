import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedAgent } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { Agent } from './agent/agent.ts';
import type { AgentOptions } from './agent/agent-options.ts';
import { createTestAgent } from './agents.fixture.ts';
import { Environment } from './environment.ts';
import {
  createServables,
  serve,
  type Protocol,
  type Servable,
  type ServeOptions,
} from './index.ts';

const echo: AgentFn = (messages) => ({ role: 'assistant', content: `${messages.length}` });

function agent(agentId: string, options: Partial<AgentOptions> = {}): Agent {
  return createTestAgent(agentId, echo, options);
}

async function served(agents: ServeOptions['agents'], options: Partial<ServeOptions> = {}) {
  const server = await serve({ agents, port: 0, database: ':memory:', ...options });
  onTestFinished(() => server.close(0));
  const address = `http://127.0.0.1:${server.port}`;
  const get = (path: string, key?: string) =>
    fetch(address + path, {
      headers: { 'a2a-version': '1.0', ...(key !== undefined && { 'x-api-key': key }) },
    });
  const json = async (path: string, key?: string) =>
    (await (await get(path, key)).json()) as Record<string, unknown>;
  const status = async (path: string, key?: string) => (await get(path, key)).status;
  const send = (path: string, key?: string, text = 'hello') =>
    fetch(`${address}${path}/message:send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'a2a-version': '1.0',
        ...(key !== undefined && { 'x-api-key': key }),
      },
      body: JSON.stringify({
        message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
        configuration: { returnImmediately: true },
      }),
    });
  return { server, get, json, status, send };
}

const CARD = '/.well-known/agent-card.json';

describe('agents of a server', () => {
  it('come and go', async () => {
    const agents = createServables();
    const { status, json } = await served(agents);
    expect(await status(`/agents/late${CARD}`)).toBe(404);
    agents.put(agent('late'));
    expect(await status(`/agents/late${CARD}`)).toBe(200);
    expect(await json('/v1/models')).toMatchObject({ data: [{ id: 'late' }] });
    agents.remove('late');
    expect(await status(`/agents/late${CARD}`)).toBe(404);
    expect(await json('/v1/models')).toMatchObject({ data: [] });
    expect(await json('/agents')).toEqual({ agents: [], count: 0 });
  });

  it('have a new card as soon as their description changes', async () => {
    let description = agent('guide').description;
    const { environment, loop } = agent('guide');
    const guide: Servable = {
      agentId: 'guide',
      get description() {
        return description;
      },
      environment,
      loop,
      close: () => loop.close(),
    };
    const agents = createServables([guide]);
    const { json } = await served(agents);
    expect(await json(`/agents/guide${CARD}`)).toMatchObject({ version: '1.0.0' });
    description = { ...description, version: '2.0.0' };
    agents.put(guide);
    expect(await json(`/agents/guide${CARD}`)).toMatchObject({ version: '2.0.0' });
    expect(await json(CARD)).toMatchObject({ version: '2.0.0' });
  });

  it('answer with the agent that came in place of another', async () => {
    const agents = createServables([agent('guide')]);
    const { send } = await served(agents);
    expect((await send('/agents/guide')).status).toBe(200);
    agents.put(agent('guide', { model: scriptedAgent(['new']) }));
    const response = await send('/agents/guide');
    expect(response.status).toBe(200);
  });

  it('receive where sessions are kept, also when they come later', async () => {
    const given: string[] = [];
    const taking = (agentId: string) =>
      agent(agentId, { useSessions: () => void given.push(agentId) });
    const agents = createServables([taking('first')]);
    await served(agents);
    agents.put(taking('later'));
    agents.put(agent('other'));
    expect(given).toEqual(['first', 'later']);
  });

  it('are the only one at the root, or a choice there', async () => {
    const agents = createServables([agent('one')]);
    const { get, json, server } = await served(agents);
    expect(await json(CARD)).toMatchObject({ name: 'one' });
    agents.put(agent('two'));
    const choice = await get(CARD);
    expect(choice.status).toBe(300);
    const catalog = await choice.json();
    expect(catalog).toEqual(await json('/.well-known/ai-catalog.json'));
    expect(catalog).toMatchObject({
      specVersion: '1.0',
      entries: [
        {
          identifier: 'urn:air:localhost:agent:one',
          displayName: 'one',
          type: 'application/a2a-agent-card+json',
          url: `${server.url}/agents/one${CARD}`,
        },
        { displayName: 'two' },
      ],
    });
    agents.remove('one');
    expect(await json(CARD)).toMatchObject({ name: 'two' });
  });

  it('are listed with their addresses, for callers', async () => {
    const apiKeys = [{ key: 'key', principal: 'ada' }];
    const agents = [agent('one', { name: 'The one' }), agent('two')];
    const { json, status } = await served(agents, { apiKeys, publicUrl: 'https://agents.example' });
    expect(await json('/agents', 'key')).toEqual({
      agents: [
        {
          id: 'one',
          name: 'The one',
          description: 'The one',
          version: '1.0.0',
          url: 'https://agents.example/agents/one',
          card: `https://agents.example/agents/one${CARD}`,
        },
        expect.objectContaining({ id: 'two' }),
      ],
      count: 2,
    });
    expect(await status('/agents')).toBe(401);
    expect(await status(CARD)).toBe(401);
    expect(await status('/.well-known/ai-catalog.json')).toBe(401);
    expect(await status(`/agents/one${CARD}`)).toBe(200);
  });
});

/** Counts what is made for agents. */
function counting(): Protocol & { readonly made: string[]; readonly closed: string[] } {
  const [made, closed]: [string[], string[]] = [[], []];
  const protocol: Protocol = () => ({
    mounts: [],
    mountAgent({ agentId }) {
      made.push(agentId);
      return {
        at: (base) => [{ prefix: `${base}/count`, answer: () => new Response(agentId) }],
        close: () => void closed.push(agentId),
      };
    },
  });
  return Object.assign(protocol, { made, closed });
}

describe('a thousand agents', () => {
  it('make no handler before somebody asks, and then one for the agent that is asked', async () => {
    const handlers: string[] = [];
    const agents = createServables(
      Array.from({ length: 1000 }, (_, index) => {
        const agentId = `agent-${index}`;
        const environment = new Environment({ environmentId: agentId, agentId });
        const createHandler = environment.createHandler.bind(environment);
        environment.createHandler = (options) => {
          handlers.push(agentId);
          return createHandler(options);
        };
        return new Agent({ agentId, name: agentId, model: echo, environment });
      }),
    );
    const protocol = counting();
    const { get, status } = await served(agents, { protocols: ['a2a', 'responses', protocol] });
    expect([protocol.made, handlers]).toEqual([[], []]);
    expect(await status('/v1/models')).toBe(200);
    expect(await status('/agents')).toBe(200);
    expect([protocol.made, handlers]).toEqual([[], []]);
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await (await get('/agents/agent-7/count')).text()).toBe('agent-7');
      await status('/agents/agent-7/mcp');
    }
    expect([protocol.made, handlers]).toEqual([['agent-7'], ['agent-7']]);
    // Another agent that comes changes nothing for this one.
    agents.put(agent('late'));
    await get('/agents/agent-7/count');
    expect(protocol.made).toEqual(['agent-7']);
    agents.remove('agent-7');
    expect(protocol.closed).toEqual(['agent-7']);
    expect(await status('/agents/agent-7/count')).toBe(404);
  });

  it('are followed by a protocol with mounts of its own', async () => {
    let asked = 0;
    const telegraph: Protocol = (host) => ({
      mounts() {
        asked += 1;
        return host.agents.list().map(({ agentId }) => ({
          prefix: `/telegraph/${agentId}`,
          answer: () => new Response(agentId),
        }));
      },
    });
    const agents = createServables([agent('one')]);
    const { status } = await served(agents, { protocols: [telegraph] });
    expect([await status('/telegraph/one'), await status('/telegraph/two')]).toEqual([200, 404]);
    agents.put(agent('two'));
    expect([await status('/telegraph/one'), await status('/telegraph/two')]).toEqual([200, 200]);
    expect(asked).toBe(2);
  });
});

function changed(of: Servable, more: Partial<Servable>): Servable {
  const { agentId, description, environment, loop } = of;
  return { agentId, description, environment, loop, close: () => of.close(), ...more };
}

describe('an agent that is not exposed', () => {
  it('is found inside the process only', async () => {
    const agents = [agent('shown'), changed(agent('inner'), { isExposed: false })];
    const { server, status, json } = await served(agents);
    expect(await status(`/agents/inner${CARD}`)).toBe(404);
    expect(await status('/agents/inner/mcp')).toBe(404);
    expect(await json('/agents')).toMatchObject({ count: 1 });
    expect(await json('/v1/models')).toMatchObject({ data: [{ id: 'shown' }] });
    // What is not shown is not counted either.
    expect(await json(CARD)).toMatchObject({ name: 'shown' });
    const message = { role: 'user', content: 'hello' } as const;
    const task = await server.runner.submit({
      agent: 'inner',
      principal: '',
      messageId: 'm',
      message,
    });
    const settled = await server.runner.waitUntilSettled(task.id, new AbortController().signal);
    expect(settled.state).toBe('completed');
  });
});

describe('an agent with keys of its own', () => {
  const agents = () => [
    agent('open'),
    changed(agent('closed'), { apiKeys: [{ key: 'its', principal: 'grace' }] }),
  ];

  it('is opened by them, and not by those of the server', async () => {
    const { send } = await served(agents(), { apiKeys: [{ key: 'server', principal: 'ada' }] });
    const statuses = async (path: string) =>
      Promise.all([undefined, 'server', 'its'].map(async (key) => (await send(path, key)).status));
    expect(await statuses('/agents/open')).toEqual([401, 200, 401]);
    expect(await statuses('/agents/closed')).toEqual([401, 401, 200]);
  });

  it('is closed to those who need no key for the others', async () => {
    const { send, json } = await served(agents());
    expect((await send('/agents/open')).status).toBe(200);
    expect((await send('/agents/closed')).status).toBe(401);
    expect(JSON.stringify(await json(`/agents/closed${CARD}`))).toContain('Bearer');
    // The keys of the server would open it there.
    expect(await json('/v1/models')).toMatchObject({ data: [{ id: 'open' }] });
  });

  it('is not served with a key that anybody could send', async () => {
    const bad = [changed(agent('closed'), { apiKeys: [{ key: ' ', principal: 'grace' }] })];
    await expect(served(bad)).rejects.toMatchObject({ code: 'empty-api-key' });
  });
});

describe('an agent with a bound', () => {
  it('refuses messages while as many tasks are under way, and says when to try again', async () => {
    const answers: (() => void)[] = [];
    const slow: AgentFn = () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ role: 'assistant', content: 'done' }));
      });
    const bounded = changed(createTestAgent('slow', slow), { mostRunning: 1 });
    const { server, send, status } = await served([bounded, agent('other')]);
    expect((await send('/agents/slow')).status).toBe(200);
    const refused = await send('/agents/slow');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(await refused.json())).toContain('try again later');
    const response = await fetch(`${server.url}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({ model: 'slow', input: 'hello' }),
    });
    expect(response.status).toBe(429);
    // Others are not concerned, and neither is looking.
    expect((await send('/agents/other')).status).toBe(200);
    expect(await status('/agents/slow/tasks')).toBe(200);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await expect.poll(async () => (await send('/agents/slow')).status).toBe(200);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import {
  getFinalAnswer,
  listArtifacts,
  listCallsAwaitingApproval,
  getText,
  buildTranscript,
  type JsonObject,
  type Message,
  type Task,
} from '#core';
import { tool } from '#engine/tools';
import { scriptedAgent } from '#agents/model';
import { createOwnTasks, type OwnTask } from '#engine/port';
import { openMemory } from '#engine/runner';
import { listen } from '#protocols/http';
import { Agent } from './agent/agent.ts';
import { createCallMessage } from './agents.fixture.ts';
import { Environment } from './environment.ts';
import { remoteAgent, type RemoteAgent, type RemoteAgentOptions } from './remote-agent.ts';
import { serve } from './lazy-serve.ts';
import type { Serving } from './serve.ts';

const PEER = 'https://peer.example';

/** A peer in a server of its own. */
async function peer(agent: Agent): Promise<Serving> {
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return serving;
}

/** The agent at an address as one of this process, and a way to say something to it. */
function here(url: string, options: RemoteAgentOptions = {}) {
  const remote = remoteAgent(url, options);
  const backend = openMemory({ agents: [remote.loop] });
  const { runner } = backend;
  onTestFinished(async () => {
    await backend.close(0);
    await remote.close();
  });
  const tasks = createOwnTasks(runner, { principal: 'ada' });
  let said = 0;
  async function say(
    content: string,
    place: { readonly contextId?: string; readonly taskId?: string } = {},
  ): Promise<Task> {
    const own = await submit(content, place);
    return settled(own);
  }
  const submit = (content: string, place: object = {}): Promise<OwnTask> => {
    said += 1;
    const message = { role: 'user', content } as const;
    return tasks.submit({ agent: remote.agentId, messageId: `m${said}`, message, ...place });
  };
  return { remote, runner, tasks, say, submit };
}

function settled(own: OwnTask): Promise<Task> {
  return own.waitUntilSettled(new AbortController().signal);
}

/** An address at which nobody listens. */
async function findClosedAddress(): Promise<string> {
  const server = await listen(() => new Response(), { port: 0 });
  await server.close(0);
  return server.url;
}

it('tells at once that nobody listens, in its status over A2A', async () => {
  const url = await findClosedAddress();
  const remote = remoteAgent(url, { agentId: 'away' });
  const serving = await serve({ agents: [remote], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  const send = {
    message: { role: 'user', messageId: 'm1', parts: [{ kind: 'text', text: 'hi' }] },
  };
  const call = async (method: string, params: object): Promise<JsonObject> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(serving.url, { method: 'POST', headers, body });
    return (await answer.json()) as JsonObject;
  };
  const started = await call('message/send', { ...send, configuration: { blocking: false } });
  const { id } = (started as { readonly result: { readonly id: string } }).result;
  const { host } = new URL(url);
  await expect
    .poll(async () => JSON.stringify(await call('tasks/get', { id })))
    .toMatch(
      new RegExp(`working.*cannot reach ${host}: connect ECONNREFUSED .*; the next call is at`),
    );
  await call('tasks/cancel', { id });
});

it('repeats by itself as long as its options say', async () => {
  const { submit, remote, runner } = here(await findClosedAddress(), { patienceMs: 30_000 });
  const { task } = await submit('hello');
  await expect.poll(async () => (await runner.get(task.id))?.model).toBe('running');
  expect((await runner.get(task.id))?.modelWait).toBeUndefined();
  await runner.cancel(task.id);
  await remote.close();
});

const heard = (messages: readonly Message[]): string => {
  const said = messages.filter(({ role }) => role === 'user').map(getText);
  return `heard ${said.join(' and ')}`;
};

const shout = scriptedAgent(heard);

describe('with an agent of ours', () => {
  it('gives its answer, and goes on in its conversation', async () => {
    const { url, runner } = await peer(new Agent({ agentId: 'ear', name: 'Ear', model: shout }));
    const { say } = here(url);
    const first = await say('one');
    expect(getFinalAnswer(first)).toBe('heard one');
    const second = await say('two', { contextId: first.contextId });
    expect(getFinalAnswer(second)).toBe('heard one and two');
    const { tasks } = await runner.list({ principal: '', pageSize: 9 });
    expect(new Set(tasks.map(({ contextId }) => contextId)).size).toBe(1);
  });

  it('is named by its address, and described by its card', async () => {
    const model = shout;
    const skills = [{ id: 'hear', name: 'Hearing', description: 'Hears.' }];
    const ear = new Agent({ agentId: 'ear', name: 'Ear', description: 'Listens.', skills, model });
    const { url, port } = await peer(ear);
    const remote = remoteAgent(url);
    expect(remote.description).toEqual({
      name: `127-0-0-1-${port}`,
      title: url,
      description: `The agent at ${url}`,
      version: '',
      skills: [],
    });
    const said = { title: 'Ear', description: 'Listens.', version: '1.0.0' };
    expect(await remote.look()).toMatchObject(said);
    expect(remote.description).toMatchObject({ ...said, skills });
    expect(remoteAgent(`${url}/agents/ear/`).agentId).toBe('ear');
  });

  it('makes the calls that it pauses for at its own environment, and gives its artifacts', async () => {
    const environment = new Environment({ environmentId: 'maker', enableHandoff: false });
    environment.tool('draw', tool({ execute: () => 'a plan' }));
    const model = scriptedAgent((messages) => {
      const last = messages.at(-1);
      if (last?.role !== 'tool') return createCallMessage('draw', {});
      const data = { type: 'data', data: { rooms: 2 } } as const;
      const artifacts = [{ artifact_id: 'plan', name: 'plan', parts: [data] }];
      return { role: 'assistant', content: `it is ${last.content}`, artifacts };
    });
    const { url } = await peer(
      new Agent({ agentId: 'maker', name: 'maker', model, environment, toolSite: 'client' }),
    );
    const task = await here(url).say('draw');
    expect(getFinalAnswer(task)).toBe('it is a plan');
    expect(listArtifacts(task)).toMatchObject([{ artifact_id: 'plan', name: 'plan' }]);
  });

  it('asks what it asks, and sends the answer to its same task', async () => {
    const model = scriptedAgent((messages) =>
      messages.length > 2 ? heard(messages) : asks('For whom?'),
    );
    const { url, runner } = await peer(new Agent({ agentId: 'asker', name: 'Asker', model }));
    const { say } = here(url);
    const paused = await say('book');
    expect(paused.state).toBe('input-required');
    expect(buildTranscript(paused).at(-1)?.content).toBe('For whom?');
    const done = await say('Ada', { taskId: paused.id });
    expect(getFinalAnswer(done)).toBe('heard book and Ada');
    expect((await runner.list({ principal: '', pageSize: 9 })).total).toBe(1);
  });

  it('cancels its task, whether that runs or waits', async () => {
    const begun = Promise.withResolvers<void>();
    const { url, runner } = await peer(
      new Agent({
        agentId: 'slow',
        name: 'Slow',
        async model(messages, { signal }) {
          if (messages.at(-1)?.content === 'ask') return asks('What?');
          begun.resolve();
          await new Promise((_, reject) => signal.addEventListener('abort', reject));
          return asks('never');
        },
      }),
    );
    const states = async (): Promise<string[]> =>
      (await runner.list({ principal: '', pageSize: 9 })).tasks.map(({ state }) => state);
    const { runner: ours, submit, say } = here(url);
    const running = await submit('work');
    await begun.promise;
    await running.cancel();
    await expect.poll(states).toEqual(['canceled']);
    const waiting = await say('ask');
    await ours.cancel(waiting.id);
    expect(await states()).toEqual(['canceled', 'canceled']);
  });
});

describe('decisions about calls of the peer', () => {
  /** Pays what it is asked for once that is approved. */
  async function shop(): Promise<{ readonly paid: unknown[]; readonly url: string }> {
    const paid: unknown[] = [];
    const environment = new Environment({ environmentId: 'shop', enableHandoff: false });
    const pay = tool({ needsApproval: true, execute: (args) => `paid ${paid.push(args)}` });
    environment.tool('pay', pay);
    const model = scriptedAgent((messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? last.content : createCallMessage('pay', { amount: 5 });
    });
    const agent = new Agent({
      agentId: 'shop',
      name: 'shop',
      model,
      environment,
      toolSite: 'server',
    });
    return { paid, url: (await peer(agent)).url };
  }

  it.each([
    ['a yes', { approved: true }, 'paid 1', [{ amount: 5 }]],
    ['a no', { approved: false, reason: 'too much' }, '{"error":"denied","detail":"too much"}', []],
    [
      'a yes to other arguments',
      { approved: true, arguments: '{"amount":3}' },
      'paid 1',
      [{ amount: 3 }],
    ],
  ])('%s', async (_what, decision, answer, paid) => {
    const peerShop = await shop();
    const { remote, tasks, say } = here(peerShop.url);
    const paused = await say('pay');
    const [waiting] = listCallsAwaitingApproval(paused);
    expect(waiting?.call).toEqual({
      id: 'approval:call_pay',
      type: 'function',
      function: { name: 'pay', arguments: '{"amount":5}' },
    });
    const own = await tasks.submit({
      agent: remote.agentId,
      messageId: 'decision',
      taskId: paused.id,
      approvals: [{ callId: 'approval:call_pay', ...decision }],
    });
    expect(getFinalAnswer(await settled(own))).toBe(answer);
    expect(peerShop.paid).toEqual(paid);
  });
});

describe('with a peer that does wrong', () => {
  const card = (name: string): JsonObject => ({
    name,
    description: 'A peer.',
    version: '1',
    capabilities: {},
    supportedInterfaces: [{ url: PEER, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  const status = (state: string, text = 'x') => ({
    state: `TASK_STATE_${state}`,
    message: { messageId: 'p', role: 'ROLE_AGENT', parts: [{ text }] },
  });

  /** A peer that answers its card, and calls by what is given. */
  function answering(
    results: (method: string, params: JsonObject) => object,
    name: () => string = () => 'peer',
  ): { readonly fetch: NonNullable<RemoteAgentOptions['fetch']> } {
    return {
      async fetch(url, init) {
        if (url.endsWith('.json')) return Response.json(card(name()));
        const { method, params } = JSON.parse(init.body as string) as {
          method: string;
          params: JsonObject;
        };
        return Response.json({ jsonrpc: '2.0', id: 1, result: results(method, params) });
      },
    };
  }

  const failureOf = async (remote: ReturnType<typeof here>): Promise<string | undefined> =>
    (await remote.say('hello')).end?.error?.message;

  it('refuses an answer for another task', async () => {
    const mixing = answering((method) => ({
      task: {
        id: method === 'SendMessage' ? 'its' : 'another',
        contextId: 'c',
        status: status(method === 'SendMessage' ? 'WORKING' : 'COMPLETED'),
      },
    }));
    expect(await failureOf(here(PEER, mixing))).toBe(
      'invalid response of peer: it is about another task than its',
    );
  });

  it('says that it wants credentials, and goes on in its task', async () => {
    const sent: JsonObject[] = [];
    const locked = answering((_method, params) => {
      sent.push(params);
      const state = sent.length === 1 ? 'AUTH_REQUIRED' : 'COMPLETED';
      return { task: { id: 't', contextId: 'c', status: status(state, 'sign in') } };
    });
    const { say } = here(PEER, locked);
    const paused = await say('hello');
    expect(paused.state).toBe('input-required');
    expect(buildTranscript(paused).at(-1)?.content).toBe('peer asks for credentials: sign in');
    expect((await say('done', { taskId: paused.id })).state).toBe('completed');
    expect(sent[1]).toMatchObject({ message: { taskId: 't' } });
  });

  it('does not send to an agent that has taken the place of another', async () => {
    const names = ['peer', 'thief'];
    const asked: string[] = [];
    const turned = answering(
      (method) => ({ method: asked.push(method) }),
      () => names.shift() ?? 'thief',
    );
    const front = here(PEER, turned);
    await front.remote.look();
    const why = `the agent at ${PEER} is now "thief" instead of "peer": if this is intended, restart this process`;
    expect(await failureOf(front)).toBe(why);
    await expect(front.remote.look()).rejects.toThrow(why);
    expect(asked).toEqual([]);
  });

  it('reads the card of 0.3', async () => {
    const skills = [{ id: 's', name: 'S', description: 'Does.', tags: [] }, { id: 'nameless' }];
    const fetch = async () =>
      Response.json({ name: 'old', description: 'Old.', version: '9', url: PEER, skills });
    const remote: RemoteAgent = remoteAgent(PEER, { fetch });
    expect(await remote.look()).toEqual({
      title: 'old',
      description: 'Old.',
      version: '9',
      skills: [{ id: 's', name: 'S', description: 'Does.' }],
    });
  });
});

function asks(content: string) {
  return { role: 'assistant', content, expects_reply: true } as const;
}

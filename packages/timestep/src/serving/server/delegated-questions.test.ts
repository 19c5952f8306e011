import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type ClientOptions } from '#agents/calling';
import { listArtifacts, type Question, type Task, type ToolLocation } from '#core';
import { askUser, tool } from '#engine/tools';
import { scriptedAgent } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { Agent } from './agent/agent.ts';
import { createTestAgent, createCallMessage, createRelay } from './agents.fixture.ts';
import { Environment } from './environment.ts';
import { serve } from './lazy-serve.ts';
import type { Serving } from './serve.ts';

const running: { close(graceMs?: number): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function started(agent: Agent, database = ':memory:', port = 0): Promise<Serving> {
  const serving = await serve({ agents: [agent], port, database });
  running.push(serving);
  return serving;
}

/** Asks by its tool, then says what it was told. */
const asks: AgentFn = scriptedAgent((messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `for ${last.content}`;
  return createCallMessage('ask_user', { question: 'For whom?', options: ['Ada', 'Bob'] });
});

function asker(toolSite: ToolLocation = 'server'): Agent {
  const environment = new Environment({ environmentId: 'asker', enableHandoff: false });
  environment.tool('ask_user', askUser);
  return createTestAgent('asker', asks, { environment, toolSite });
}

/** Sends words over A2A, to a new task or to the one that waits. */
async function send({ url }: Serving, text: string, taskId?: string, messageId = text) {
  const place = taskId === undefined ? {} : { taskId };
  const message = { messageId, role: 'ROLE_USER', parts: [{ text }], ...place };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  });
  const { result } = (await response.json()) as {
    result: { task: { id: string; status: { state: string; message: { parts: object[] } } } };
  };
  return result.task;
}

async function tasksOf({ runner }: Serving): Promise<readonly Task[]> {
  return (await runner.list({ principal: '', pageSize: 10 })).tasks;
}

/** The tools of an agent within its process, or at the server that `connectEnvironment` reaches. */
async function frontOf(target: () => string, over: 'process' | 'MCP'): Promise<Agent> {
  if (over === 'process')
    return createTestAgent('front', createRelay(target), { toolSite: 'server' });
  const tools = new Environment({ environmentId: 'tools' });
  const listening = await tools.start({ port: 0 });
  onTestFinished(() => listening.close(0));
  return new Agent({
    agentId: 'front',
    name: 'front',
    model: createRelay(target),
    environments: { default: `${listening.url}/mcp` },
    toolSite: 'server',
  });
}

describe.each(['process', 'MCP'] as const)('handed work on by tools in or over: %s', (over) => {
  it('a question pauses the handing task, and the answer goes to the task that asked', async () => {
    const target = await started(asker());
    const front = await started(await frontOf(() => target.url, over));
    const paused = await send(front, 'book');
    expect(paused.status).toMatchObject({
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: {
        parts: [
          { text: 'For whom? (Ada, Bob)' },
          { data: { questions: [{ text: 'For whom?', options: ['Ada', 'Bob'] }] } },
        ],
      },
    });
    expect(JSON.stringify(paused)).not.toContain('task_id');
    const done = await send(front, 'Ada', paused.id);
    expect(done.status.message.parts).toEqual([{ text: 'relayed: for Ada' }]);
    expect(await tasksOf(target)).toMatchObject([{ state: 'completed' }]);
  });

  it('a question passes through several agents', async () => {
    const target = await started(asker());
    const middle = await started(await frontOf(() => target.url, over));
    const front = await started(await frontOf(() => middle.url, over));
    const paused = await send(front, 'book');
    const done = await send(front, 'Bob', paused.id);
    expect(done.status.message.parts).toEqual([{ text: 'relayed: relayed: for Bob' }]);
    for (const one of [target, middle]) expect(await tasksOf(one)).toHaveLength(1);
  });

  it('a request for approval is a question, which a yes answers', async () => {
    const paid: string[] = [];
    const environment = new Environment({ environmentId: 'shop', enableHandoff: false });
    const pay = tool({ needsApproval: true, execute: () => `paid ${paid.push('')}` });
    environment.tool('pay', pay);
    const model = scriptedAgent((messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? last.content : createCallMessage('pay', {});
    });
    const shop = await started(createTestAgent('shop', model, { environment, toolSite: 'server' }));
    const front = await started(await frontOf(() => shop.url, over));
    const paused = await send(front, 'pay');
    expect(paused.status.message.parts).toMatchObject([
      { text: 'May I call pay({})? Answer yes or no. (yes, no)' },
      { data: { questions: [{ options: ['yes', 'no'] }] } },
    ]);
    expect(paid).toEqual([]);
    const done = await send(front, 'yes', paused.id);
    expect(done.status.message.parts).toEqual([{ text: 'relayed: paid 1' }]);
  });

  it('what the other agent gives is given on, under a name of its own', async () => {
    const environment = new Environment({ environmentId: 'maker', enableHandoff: false });
    environment.tool(
      'draw',
      tool({
        execute(_, { give }) {
          give({ name: 'plan', parts: '# Plan' });
          return 'drawn';
        },
      }),
    );
    const model = scriptedAgent((messages) =>
      messages.at(-1)?.role === 'tool' ? 'here it is' : createCallMessage('draw', {}),
    );
    const maker = await started(
      createTestAgent('maker', model, { environment, toolSite: 'server' }),
    );
    const front = await started(await frontOf(() => maker.url, over));
    const done = await send(front, 'plan');
    expect(done.status.message.parts).toEqual([{ text: 'relayed: here it is' }]);
    const [[task], [made]] = await Promise.all([tasksOf(front), tasksOf(maker)]);
    if (!task || !made) throw new Error('there are no tasks');
    expect(listArtifacts(task)).toEqual([
      { artifact_id: `${made.id}/plan`, name: 'plan', parts: [{ type: 'text', text: '# Plan' }] },
    ]);
  });
});

it('asks once, and sends the answer once, whenever the handing server stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = join(folder, 'tasks.db');
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const environment = new Environment({ environmentId: 'slow', enableHandoff: false });
  const calls: string[] = [];
  environment.tool(
    'ask_user',
    tool({
      async execute(_, { answers: [who], ask }) {
        calls.push(who?.text ?? 'asks');
        if (!who) return ask('For whom?');
        begun.resolve();
        await goOn.promise;
        return who.text;
      },
    }),
  );
  const target = await started(createTestAgent('asker', asks, { environment, toolSite: 'server' }));
  const front = () =>
    createTestAgent(
      'front',
      createRelay(() => target.url),
      { toolSite: 'server' },
    );
  const first = await started(front(), database);
  const { id } = await send(first, 'book');
  await first.close(0);
  const second = await started(front(), database);
  const answered = send(second, 'Ada', id).catch(() => undefined);
  await begun.promise;
  await second.close(0);
  await answered;
  const third = await started(front(), database);
  goOn.resolve();
  const { signal } = new AbortController();
  const task = await third.runner.waitUntilSettled(id, signal);
  expect(task.entries?.last.message.content).toBe('relayed: for Ada');
  expect((await send(third, 'Ada', id)).id).toBe(id);
  expect(calls).toEqual(['asks', 'Ada']);
  expect(await tasksOf(target)).toMatchObject([{ state: 'completed' }]);
});

describe.each(['client', 'server'] as const)('a client that answers, tools at the %s', (site) => {
  async function asked(options: ClientOptions) {
    const target = await started(asker(site));
    const front = await started(
      createTestAgent(
        'front',
        createRelay(() => target.url),
        { toolSite: site },
      ),
    );
    const client = createClient(options);
    running.push(client);
    return { direct: client.ask(target.url, 'book'), handed: client.ask(front.url, 'book') };
  }

  it('is asked for every agent and tool, and the task goes on', async () => {
    const questions: Question[] = [];
    const { direct, handed } = await asked({
      answer(question) {
        questions.push(question);
        return 'Ada';
      },
    });
    expect((await direct).text).toBe('for Ada');
    expect((await handed).text).toBe('relayed: for Ada');
    const question = { text: 'For whom?', options: ['Ada', 'Bob'] };
    expect(questions).toEqual([question, question]);
  });

  it('is told what it is asked where it cannot answer', async () => {
    const { direct, handed } = await asked({});
    for (const answer of [direct, handed]) {
      const told = await answer.then(
        ({ text }) => text,
        (thrown: unknown) => String(thrown),
      );
      expect(told).toContain('For whom? (Ada, Bob)');
    }
  });
});

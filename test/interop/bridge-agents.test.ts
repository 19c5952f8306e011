/** Which agents a bridge has: they come and go, and the next process calls them the same. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent, serve, type Serving } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { listen } from '@timestep-ai/timestep/http';
import { expect, it, onTestFinished } from 'vitest';
import { bridgeProcess } from './bridge-process.ts';
import { newPath } from './durable-life.ts';
import type { Caller } from './mcp-callers.ts';

function agentIn(folder: string, name: string, description: string, more: object = {}): void {
  mkdirSync(folder, { recursive: true });
  const settings = { model: 'builtin:echo' };
  const manifest = { metadata: { name, description }, settings, ...more };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
}

type Listed = readonly { readonly name: string; readonly [field: string]: unknown }[];

const listed = async ({ call }: Caller): Promise<Listed> =>
  (await call('list_agents', {})).data?.['agents'] as Listed;

/** An agent that says what it hears, at a port that is free. */
async function parrot(port = 0): Promise<Serving> {
  const agent = new Agent({
    agentId: 'parrot',
    name: 'Parrot',
    description: 'Repeats.',
    model: (messages) => ({ role: 'assistant', content: `heard ${messages.map(getText).at(-1)}` }),
  });
  const serving = await serve({ agents: [agent], port, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return serving;
}

it('lists agents that come, change and go, and calls them', async () => {
  const database = newPath();
  const agents = join(dirname(database), 'agents');
  agentIn(join(agents, 'desk'), 'Desk', 'Books.');
  const bridge = await bridgeProcess([agents, '--database', database]);
  expect(await listed(bridge)).toMatchObject([
    { name: 'desk', title: 'Desk', description: 'Books.' },
  ]);
  agentIn(join(agents, 'guide'), 'Guide', 'Shows.');
  agentIn(join(agents, 'desk'), 'Desk', 'Books rooms.');
  await expect
    .poll(() => listed(bridge))
    .toMatchObject([{ name: 'desk', description: 'Books rooms.' }, { name: 'guide' }]);
  const told = await bridge.call('call_agent', { agent: 'guide', message: 'hello' });
  expect(told.data).toMatchObject({ agent: 'guide', answer: 'Echo: hello' });
  rmSync(join(agents, 'desk'), { recursive: true });
  await expect.poll(async () => (await listed(bridge)).map(({ name }) => name)).toEqual(['guide']);
  const gone = await bridge.call('call_agent', { agent: 'desk', message: 'hello' });
  expect(gone).toMatchObject({ isError: true, text: expect.stringContaining('there are guide') });
  writeFileSync(join(agents, 'guide', 'tsagent.json'), '{');
  await expect
    .poll(() => listed(bridge))
    .toMatchObject([{ name: 'guide', problem: expect.stringContaining('tsagent.json:1') }]);
});

it('calls an agent by the name by which its user knows it, also while it is away', async () => {
  const database = newPath();
  const first = await parrot();
  const { port, url } = first;
  const known = [
    { name: 'bird', source: url },
    { name: 'nobody', source: 'http://127.0.0.1:1' },
  ];
  writeFileSync(join(dirname(database), 'agents.json'), JSON.stringify({ known }));
  const env = { TIMESTEP_CONFIG: dirname(database) };
  const args = ['bird', 'nobody', '--database', database];
  const bridge = await bridgeProcess(args, env);
  expect(await listed(bridge)).toMatchObject([
    { name: 'bird', title: 'Parrot', description: 'Repeats.', address: url },
    { name: 'nobody', problem: expect.stringContaining('127.0.0.1:1') },
  ]);
  const { data } = await bridge.call('call_agent', { agent: 'bird', message: 'one' });
  expect(data).toMatchObject({ agent: 'bird', answer: 'heard one' });
  await bridge.kill();
  await first.close(0);
  const next = await bridgeProcess(args, env);
  expect((await listed(next)).map(({ name }) => name)).toEqual(['bird', 'nobody']);
  expect((await next.call('get_task', { task: data?.['task'] })).data).toEqual(data);
  const begun = await next.call('call_agent', { agent: 'bird', message: 'two', wait_s: 0 });
  await parrot(port);
  const told = await next.call('get_task', { task: begun.data?.['task'] });
  expect(told.data).toMatchObject({ agent: 'bird', state: 'completed', answer: 'heard two' });
});

it('answers in one process for the handles of another that is at work on the same file', async () => {
  const { url } = await parrot();
  const asking = await serve({
    agents: [
      new Agent({
        agentId: 'asker',
        name: 'Asker',
        model: (messages) =>
          messages.length > 2
            ? { role: 'assistant', content: `for ${messages.map(getText).at(-1)}` }
            : { role: 'assistant', content: 'For whom?', expects_reply: true },
      }),
    ],
    port: 0,
    database: ':memory:',
  });
  onTestFinished(() => asking.close(0));
  const args = [url, asking.url, '--database', newPath()];
  const bridges = await Promise.all([bridgeProcess(args), bridgeProcess(args)]);
  const [one, two] = bridges;
  const calls = Array.from({ length: 20 }, async (_, at) => {
    const [caller, other] = at % 2 === 0 ? [one, two] : [two, one];
    const call = { agent: url, message: `${at}`, wait_s: at % 3 };
    const { data } = await caller.call('call_agent', call);
    return (await other.call('get_task', { task: data?.['task'] })).data;
  });
  const reports = await Promise.all(calls);
  expect(reports.map((report) => report?.['answer'])).toEqual(
    reports.map((_, at) => `heard ${at}`),
  );
  const { data } = await one.call('call_agent', { agent: asking.url, message: 'book' });
  expect(data).toMatchObject({ state: 'input-required', question: { text: 'For whom?' } });
  const task = data?.['task'];
  const told = await two.call('answer_task', { task, message: 'Ada' });
  expect(told.data).toMatchObject({ task, state: 'completed', answer: 'for Ada' });
  expect((await one.call('get_task', { task })).data).toEqual(told.data);
  const again = await two.call('call_agent', { agent: asking.url, message: 'again' });
  const canceled = await one.call('cancel_task', { task: again.data?.['task'] });
  expect(canceled.data).toMatchObject({ state: 'canceled' });
  const { tasks } = await asking.runner.list({ principal: '', pageSize: 9 });
  expect(tasks.map(({ state }) => state).toSorted()).toEqual(['canceled', 'completed']);
});

it('offers no agents that only its agents call, and sends these no headers of others', async () => {
  const asked: string[] = [];
  const peers = ['one', 'other'].map((name) =>
    listen(
      async ({ headers }) => {
        asked.push(`${name}: ${headers.get('x-key') ?? 'none'}`);
        return new Response('', { status: 404 });
      },
      { port: 0 },
    ),
  );
  const [one, other] = await Promise.all(peers);
  onTestFinished(async () => {
    await one?.close(0);
    await other?.close(0);
  });
  const database = newPath();
  const desk = join(dirname(database), 'desk');
  agentIn(desk, 'Desk', 'Books.', { agents: [other?.url] });
  const header = ['--agent-header', 'x-key: secret'];
  const bridge = await bridgeProcess([desk, one?.url ?? '', ...header, '--database', database]);
  expect((await listed(bridge)).map(({ address }) => address)).toEqual([undefined, one?.url]);
  const hidden = { agent: other?.url, message: 'hello' };
  expect(await bridge.call('call_agent', hidden)).toMatchObject({ isError: true });
  expect([...new Set(asked)].toSorted()).toEqual(['one: secret', 'other: none']);
});

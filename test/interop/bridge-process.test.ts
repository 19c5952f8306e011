import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';
import { Agent, Environment, serve, tool, type Serving } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { listen } from '@timestep-ai/timestep/http';
import { expect, it, onTestFinished } from 'vitest';
import { BRIDGE_ARGS, bridgeProcess } from './bridge-process.ts';
import { newPath } from './durable-life.ts';

const bridge = (...args: readonly string[]) => bridgeProcess(args);

/** An agent that answers once it is let go, and how often it was asked. */
async function patient() {
  const asked: string[] = [];
  const go = Promise.withResolvers<void>();
  const agent = new Agent({
    agentId: 'patient',
    name: 'Patient',
    async model(messages, { signal }) {
      const last = messages.at(-1);
      asked.push(last ? getText(last) : '');
      const canceled = new Promise((_, reject) => signal.addEventListener('abort', reject));
      await Promise.race([go.promise, canceled]);
      return { role: 'assistant', content: 'here at last' };
    },
  });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return { serving, asked, go: () => go.resolve() };
}

const tasksAt = async ({ runner }: Serving): Promise<number> =>
  (await runner.list({ principal: '', pageSize: 9 })).total;

it('has the answer once, for the old handle, after it was killed while the task ran', async () => {
  const { serving, asked, go } = await patient();
  const args = [serving.url, '--database', newPath()];
  const first = await bridge(...args);
  const agent = serving.url;
  const { data } = await first.call('call_agent', { agent, message: 'hello', wait_s: 0 });
  expect(data).toMatchObject({ state: 'working' });
  await expect.poll(() => asked).toEqual(['hello']);
  await first.kill();
  go();
  const second = await bridge(...args);
  const told = await second.call('get_task', { task: data?.['task'] });
  expect(told.data).toMatchObject({ state: 'completed', answer: 'here at last' });
  expect(asked).toEqual(['hello']);
  expect(await tasksAt(serving)).toBe(1);
});

it('tells why a task at an address where nobody listens makes no progress', async () => {
  const away = await listen(() => new Response(), { port: 0 });
  await away.close(0);
  const { call } = await bridge(away.url, '--database', newPath());
  const begun = await call('call_agent', { agent: away.url, message: 'hello', wait_s: 0 });
  const task = begun.data?.['task'];
  const getWait = async () => (await call('get_task', { task, wait_s: 0 })).data?.['waits'];
  await expect
    .poll(getWait)
    .toMatch(/cannot reach 127\.0\.0\.1:\d+: connect ECONNREFUSED .* next call is at/);
  await call('cancel_task', { task });
});

it('says in progress messages what a called agent does, why it is away, and that it goes on', async () => {
  const archive = new Environment({ environmentId: 'archive', agentId: 'helper' });
  archive.tool('dig', { description: 'Digs.' }, async (_, { emit }) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    emit?.({ type: 'progress', text: '40 of 200' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    return 'gold';
  });
  const helper = new Agent({
    agentId: 'helper',
    name: 'Helper',
    environment: archive,
    toolSite: 'server',
    model: async (messages) =>
      messages.at(-1)?.role === 'tool'
        ? { role: 'assistant', content: 'Found gold.' }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'dig', arguments: '{}' } }],
          },
  });
  const away = await listen(() => new Response(), { port: 0 });
  await away.close(0);
  const { call } = await bridge(away.url, '--database', newPath());
  const messages: string[] = [];
  let isUp = false;
  const args = { agent: away.url, message: 'Dig.', wait_s: 50 };
  const told = await call('call_agent', args, (message) => {
    messages.push(message);
    if (isUp || !message.includes('cannot reach')) return;
    isUp = true;
    void serve({
      agents: [helper],
      port: Number(new URL(away.url).port),
      database: ':memory:',
    }).then((serving) => onTestFinished(() => serving.close(0)));
  });
  expect(told.data).toMatchObject({ state: 'completed', answer: 'Found gold.' });
  expect(messages.join('\n')).toMatch(/waiting for agent .*cannot reach.*40 of 200/s);
});

it('sends the same message after it was killed between sending and the first answer', async () => {
  const { serving, asked, go } = await patient();
  go();
  // The agent takes the first message, and its answer is lost.
  let lost = 0;
  const line = await listen(
    async (request) => {
      const answer = await serving.fetch(
        new Request(request.url.replace(/^http:\/\/[^/]+/, serving.url), request),
      );
      if (request.method !== 'POST' || lost > 0) return answer;
      lost += 1;
      return new Promise<Response>(() => undefined);
    },
    { port: 0 },
  );
  onTestFinished(() => line.close(0));
  const args = [line.url, '--database', newPath()];
  const first = await bridge(...args);
  const call = { agent: line.url, message: 'hello', wait_s: 0 };
  const { data } = await first.call('call_agent', call);
  await expect.poll(() => asked).toEqual(['hello']);
  await first.kill();
  const second = await bridge(...args);
  const told = await second.call('get_task', { task: data?.['task'] });
  expect(told.data).toMatchObject({ state: 'completed', answer: 'here at last' });
  expect(asked).toEqual(['hello']);
  expect(await tasksAt(serving)).toBe(1);
});

it('takes a decision about a call of the agent after it was killed, and passes it on', async () => {
  const paid: unknown[] = [];
  const environment = new Environment({ environmentId: 'shop', enableHandoff: false });
  environment.tool(
    'pay',
    tool({ needsApproval: true, execute: (args) => `paid ${paid.push(args)}` }),
  );
  const called = { name: 'pay', arguments: '{"amount":5}' };
  const agent = new Agent({
    agentId: 'shop',
    name: 'Shop',
    environment,
    toolSite: 'server',
    model(messages) {
      const last = messages.at(-1);
      if (last?.role === 'tool') return { role: 'assistant', content: last.content };
      const call = { id: 'c1', type: 'function', function: called } as const;
      return { role: 'assistant', content: null, tool_calls: [call] };
    },
  });
  const serving = await serve({ agents: [agent], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  const { url } = serving;
  const args = [url, '--database', newPath()];
  const first = await bridge(...args);
  const { data } = await first.call('call_agent', { agent: url, message: 'pay' });
  const approvals = [{ call_id: 'approval:c1', name: 'pay', arguments: { amount: 5 } }];
  expect(data).toMatchObject({ state: 'input-required', approvals });
  await first.kill();
  const second = await bridge(...args);
  const decision = { call_id: 'approval:c1', approved: true, arguments: { amount: 3 } };
  const told = await second.call('answer_task', { task: data?.['task'], approvals: [decision] });
  expect(told.data).toMatchObject({ state: 'completed', answer: 'paid 1' });
  expect(paid).toEqual([{ amount: 3 }]);
});

/** A folder whose agent sells. */
function shop(): string {
  const folder = join(dirname(newPath()), 'shop');
  mkdirSync(folder);
  const metadata = { name: 'Shop', description: 'Sells.' };
  const settings = { model: 'builtin:echo' };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify({ metadata, settings }));
  return folder;
}

it('answers for a folder, over HTTP with a key, and stops when told to', async () => {
  const args = [
    ...BRIDGE_ARGS,
    shop(),
    '--port',
    '0',
    '--api-key',
    '${env:KEY}',
    '--database',
    newPath(),
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, KEY: 'k-1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const call = (key: string) =>
    fetch(line, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'call_agent',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'call_agent',
          arguments: { agent: 'shop', message: 'a pen' },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
  expect((await call('k-2')).status).toBe(401);
  expect(await (await call('k-1')).text()).toContain('Echo: a pen');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('calls the agent of a folder over standard input', async () => {
  const { call } = await bridge(shop(), '--database', newPath());
  expect((await call('list_agents', {})).data).toMatchObject({
    agents: [{ name: 'shop', title: 'Shop', description: 'Sells.' }],
  });
  const told = await call('call_agent', { agent: 'shop', message: 'a pen' });
  expect(told.data).toMatchObject({ agent: 'shop', state: 'completed', answer: 'Echo: a pen' });
});

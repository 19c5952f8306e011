import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connectEnvironment, type ConnectedEnvironment } from '#protocols/mcp';
import type { AgentFn } from '#engine/port';
import { Agent } from './agent/agent.ts';
import { createCallMessage } from './agents.fixture.ts';
import { Environment } from './environment.ts';

const never = new AbortController().signal;

function growing(): Environment {
  const environment = new Environment({ environmentId: 'growing', enableHandoff: false });
  environment.tool('old', {}, () => 'old');
  return environment;
}

async function names(environment: ConnectedEnvironment): Promise<string[]> {
  return (await environment.listTools(never)).map((tool) => tool.function.name);
}

function use(environment: ConnectedEnvironment, name: string) {
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  const context = { key: 'k', attempt: 1, task, signal: never };
  return environment.callTool({ id: 'c', name, arguments: {} }, context);
}

it('serves what has changed to the sessions of older clients, too', async () => {
  const served = growing();
  const environment = await connectEnvironment({
    async handler(request) {
      const body = request.method === 'POST' ? await request.clone().text() : '';
      const isNewer = body.includes('server/discover');
      return isNewer ? new Response(null, { status: 404 }) : served.handler(request);
    },
  });
  onTestFinished(() => environment.close());
  expect(await environment.use(async (client) => client.getProtocolEra())).toBe('legacy');
  expect(await names(environment)).toEqual(['old']);
  served.tool('new', {}, () => 'new');
  await expect.poll(() => names(environment)).toEqual(['old', 'new']);
  expect(await use(environment, 'new')).toEqual({ content: 'new' });
  expect(await use(environment, 'old')).toEqual({ content: 'old' });
});

it('serves what has changed over standard input and output', async () => {
  const index = join(import.meta.dirname, '..', '..', 'index.ts');
  const program = `
    import { Environment } from ${JSON.stringify(index)};
    const environment = new Environment({ environmentId: 'growing', enableHandoff: false });
    environment.tool('grow', {}, () => {
      environment.tool('new', {}, () => 'new');
      return 'grown';
    });
    await environment.run('stdio');`;
  const args = ['--input-type=module-typescript', '--eval', program];
  const environment = await connectEnvironment({ command: process.execPath, args });
  onTestFinished(() => environment.close());
  expect(await names(environment)).toEqual(['grow']);
  expect(await use(environment, 'grow')).toEqual({ content: 'grown' });
  await expect.poll(() => names(environment)).toEqual(['grow', 'new']);
  expect(await use(environment, 'new')).toEqual({ content: 'new' });
});

it('shows a tool that is new to the next call of the model', async () => {
  const environment = growing();
  environment.tool('learn', {}, () => {
    environment.tool('new', {}, () => 'known now');
    return 'learned';
  });
  const seen: string[][] = [];
  const learning: AgentFn = (messages, { tools }) => {
    seen.push(tools.map((tool) => tool.function.name));
    const last = messages.at(-1);
    if (last?.role !== 'tool') return createCallMessage('learn', {});
    return last.content === 'learned'
      ? createCallMessage('new', {})
      : { role: 'assistant', content: last.content };
  };
  const agent = new Agent({
    agentId: 'a',
    name: 'a',
    model: learning,
    environment,
    toolSite: 'server',
  });
  const serving = await agent.start({ port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  const submission = { principal: '', agent: 'a', messageId: 'm1' };
  const message = { role: 'user', content: 'go' } as const;
  const task = await serving.runner.submit({ ...submission, message });
  expect((await serving.runner.waitUntilSettled(task.id, never)).state).toBe('completed');
  expect(seen).toEqual([
    ['old', 'learn'],
    ['old', 'learn', 'new'],
    ['old', 'learn', 'new'],
  ]);
});

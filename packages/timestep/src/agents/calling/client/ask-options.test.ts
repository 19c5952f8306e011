import { expect, it, onTestFinished } from 'vitest';
import { getText } from '#core';
import type { AgentFn } from '#engine/port';
import { Agent, serve, type Serving } from '#serving/server';
import { createClient, type Client, type ClientOptions } from '../index.ts';

async function served(model: AgentFn, options: (url: string) => ClientOptions = () => ({})) {
  const agent = new Agent({ agentId: 'one', name: 'One', model });
  const serving = await serve({
    agents: [agent],
    port: 0,
    database: ':memory:',
    apiKeys: [{ key: 'k', principal: 'ann' }],
  });
  const client = createClient(options(serving.url));
  onTestFinished(async () => {
    await client.close();
    await serving.close(0);
  });
  return { serving, client };
}

const credentials = (url: string): ClientOptions => ({
  credentials: { [url]: { apiKey: () => 'k' } },
});

const asking: AgentFn = (messages) => {
  const words = messages.filter(({ role }) => role === 'user').map(getText);
  const [, answer] = words;
  if (answer !== undefined) return { role: 'assistant', content: words.join(', ') };
  return { role: 'assistant', content: 'And then?', expects_reply: true };
};

/** The id of the task that waits for the caller. */
async function waiting(client: Client, { runner, url }: Serving): Promise<string> {
  await expect(client.ask(url, 'one')).rejects.toMatchObject({ code: 'input-required' });
  const { tasks } = await runner.list({ principal: 'ann', pageSize: 1 });
  return tasks[0]?.id ?? '';
}

it('continues the task that it is given, with credentials of the card', async () => {
  const { serving, client } = await served(asking, credentials);
  const taskId = await waiting(client, serving);
  expect((await client.ask(serving.url, 'two', { taskId })).text).toBe('one, two');
});

it('shows credentials to their origin alone', async () => {
  const { serving, client } = await served(asking, () => credentials('https://other.example'));
  await expect(client.ask(serving.url, 'one')).rejects.toMatchObject({ code: 'unauthorized' });
});

it('cancels the task whose time is over', async () => {
  const begun: string[] = [];
  const { serving, client } = await served((_messages, { task, signal }) => {
    begun.push(task.id);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }, credentials);
  // A busy machine may need longer until the agent is asked.
  for (let timeLimitMs = 200; begun.length === 0; timeLimitMs *= 2) {
    await expect(client.ask(serving.url, 'one', { timeLimitMs })).rejects.toMatchObject({
      code: 'time-limit',
      message: `there was no answer within ${timeLimitMs / 1000} seconds`,
    });
  }
  const states = async () =>
    (await serving.runner.list({ principal: 'ann', pageSize: 9 })).tasks.map(({ state }) => state);
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['canceled']));
});

import { expect, it, onTestFinished } from 'vitest';
import { textOf } from '../core/index.ts';
import type { AgentFn } from '../port/index.ts';
import { Agent, serve, type Serving } from '../server/index.ts';
import { createClient, type Client, type ClientOptions } from './index.ts';

async function served(model: AgentFn, options: (url: string) => ClientOptions = () => ({})) {
  const agent = new Agent({ agentId: 'one', name: 'One', model });
  const serving = await serve({
    agents: [agent],
    port: 0,
    database: ':memory:',
    apiKeys: { k: 'ann' },
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
  const words = messages.filter(({ role }) => role === 'user').map(textOf);
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
  const begun = Promise.withResolvers<void>();
  const { serving, client } = await served((_messages, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }, credentials);
  const asked = client.ask(serving.url, 'one', { timeLimitMs: 300 });
  await expect(asked).rejects.toMatchObject({
    code: 'time-limit',
    message: 'there was no answer within 0.3 seconds',
  });
  await begun.promise;
  const state = async () =>
    (await serving.runner.list({ principal: 'ann', pageSize: 1 })).tasks[0]?.state;
  await expect.poll(state).toBe('canceled');
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '#agents/calling';
import { listen } from '#protocols/http';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent, createRelay } from './agents.fixture.ts';
import type { Serving } from './serve.ts';

const AWAY = { status: 503, headers: { 'retry-after': '0' } };

/** An address whose agent is away until it is told to be there; it remembers the messages it was sent. */
async function agentThatComes() {
  const agent = createTestAgent('target', agentBuiltinEcho);
  const serving = await agent.start({ port: 0, database: ':memory:' });
  const messageIds: string[] = [];
  const tried = Promise.withResolvers<void>();
  let awayFor = Number.POSITIVE_INFINITY;
  const door = await listen(
    async (request) => {
      tried.resolve();
      awayFor -= 1;
      if (awayFor >= 0) return new Response('', AWAY);
      const body = await request.clone().text();
      const [, messageId] = /"messageId":"([^"]+)"/.exec(body) ?? [];
      if (messageId !== undefined) messageIds.push(messageId);
      // The card names this door for its address, not what is behind it.
      const { pathname } = new URL(request.url);
      const init = { method: request.method, headers: request.headers };
      const answer = await fetch(serving.url + pathname, body === '' ? init : { ...init, body });
      const text = (await answer.text()).replaceAll(serving.url, door.url);
      return new Response(text, { status: answer.status, headers: plain(answer.headers) });
    },
    { port: 0 },
  );
  onTestFinished(async () => {
    await Promise.all([door.close(0), serving.close(0)]);
  });
  return {
    url: door.url,
    messageIds,
    tried: tried.promise,
    comeAfter(tries: number) {
      awayFor = tries;
    },
    states: () => states(serving),
  };
}

function plain(headers: Headers): Headers {
  return new Headers({ 'content-type': headers.get('content-type') ?? '' });
}

async function asked(url: string): Promise<string> {
  const client = createClient();
  onTestFinished(() => client.close());
  return (await client.ask(url, 'hello')).text;
}

it.each(['client', 'server'] as const)(
  'hands on to an agent that is being started again, with tools run at the %s',
  async (toolSite) => {
    const target = await agentThatComes();
    target.comeAfter(4);
    const front = createTestAgent(
      'front',
      createRelay(() => target.url),
      { toolSite },
    );
    const serving = await front.start({ port: 0, database: ':memory:' });
    onTestFinished(() => serving.close(0));
    expect(await asked(serving.url)).toBe('relayed: Echo: hello');
    expect(await target.states()).toEqual(['completed']);
  },
);

it('goes on waiting for the agent in the next process, with the same message', async () => {
  const target = await agentThatComes();
  const database = join(mkdtempSync(join(tmpdir(), 'timestep-away-')), 'tasks.db');
  const start = (): Promise<Serving> => {
    const front = createTestAgent(
      'front',
      createRelay(() => target.url),
      { toolSite: 'server' },
    );
    return front.start({ port: 0, database });
  };
  const first = await start();
  const submission = { principal: '', agent: 'front', messageId: 'm1' };
  const message = { role: 'user', content: 'hello' } as const;
  const task = await first.runner.submit({ ...submission, message });
  await target.tried;
  await first.close(0);

  target.comeAfter(2);
  const second = await start();
  onTestFinished(() => second.close(0));
  const done = await second.runner.waitUntilSettled(task.id, new AbortController().signal);
  expect(done.state).toBe('completed');
  expect(await target.states()).toEqual(['completed']);
  expect(new Set(target.messageIds).size).toBe(1);
});

async function states({ runner }: Serving): Promise<string[]> {
  const { tasks } = await runner.list({ principal: '', pageSize: 10 });
  return tasks.map((task) => task.state);
}

import { afterEach, expect, it } from 'vitest';
import { historyToMessages, type SessionEvent, type Task } from '#core';
import { agentBuiltinEcho } from '#agents/model';
import type { Backend } from '#engine/port';
import { openMemory } from '#engine/runner';
import { createTestAgent } from './agents.fixture.ts';
import { serve } from './lazy-serve.ts';

const running: { close(graceMs?: number): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

const KEY = { principal: '', id: 'c1' };
const EVENTS: readonly SessionEvent[] = [
  { type: 'session.opened', sessionId: 'c1', principal: '', agent: 'one' },
  { type: 'session.set', settings: { model: 'a/b', toolPermission: 'always', temperature: 0 } },
  { type: 'session.included', item: { kind: 'rule', name: 'units' } },
  { type: 'session.permitted', tool: 'search' },
];
const TURN = {
  model: 'a/b',
  toolPermission: 'always',
  settings: { temperature: 0 },
  include: [{ kind: 'rule', name: 'units' }],
  exclude: [],
  permitted: ['search'],
};

async function started(): Promise<{ url: string; backend: Backend }> {
  const opened: Backend[] = [];
  const server = await serve({
    agents: [createTestAgent('one', agentBuiltinEcho)],
    port: 0,
    backend: (needs) => {
      const backend = openMemory(needs);
      opened.push(backend);
      return backend;
    },
  });
  running.push(server);
  const [backend] = opened;
  if (!backend) throw new Error('no backend was opened');
  await backend.sessions.append(KEY, 0, EVENTS, 1);
  return { url: server.url, backend };
}

async function post(url: string, body: unknown, version = '0.3'): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'a2a-version': version },
  });
  expect(response.status).toBe(200);
}

/** Says something in the context of the session, over each protocol. */
const WAYS: Record<string, (url: string, text: string) => Promise<void>> = {
  'A2A 1.0': (url, text) =>
    post(
      `${url}/message:send`,
      { message: { messageId: text, contextId: 'c1', role: 'ROLE_USER', parts: [{ text }] } },
      '1.0',
    ),
  'A2A 0.3': (url, text) =>
    post(url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: {
        configuration: { blocking: true },
        message: {
          kind: 'message',
          messageId: text,
          contextId: 'c1',
          role: 'user',
          parts: [{ kind: 'text', text }],
        },
      },
    }),
  'OpenAI Responses': (url, text) =>
    post(`${url}/v1/responses`, { input: text, metadata: { context_id: 'c1' } }),
};

it.each(Object.entries(WAYS))(
  'gives a turn that comes over %s what its session has',
  async (_name, say) => {
    const { url, backend } = await started();
    await say(url, 'first');
    await backend.sessions.append(
      KEY,
      EVENTS.length,
      [{ type: 'session.set', settings: { model: null } }],
      2,
    );
    await say(url, 'second');
    const { tasks } = await backend.runner.list({ principal: '', contextId: 'c1', pageSize: 9 });
    const [second, first] = tasks.toSorted((a, b) => b.createdAt - a.createdAt);
    expect(first?.origin.turn).toEqual(TURN);
    expect(first?.origin.settings).toEqual({ temperature: 0 });
    expect(second?.origin.turn?.model).toBeUndefined();
    expect(earlier(second)).toMatchObject([{ content: 'first' }, { content: 'Echo: first' }]);
  },
);

it('begins a turn over A2A with the summary of a session that was compacted', async () => {
  const { url, backend } = await started();
  const say = WAYS['A2A 1.0'];
  await say?.(url, 'first');
  const [first] = (await backend.runner.list({ principal: '', pageSize: 1 })).tasks;
  await backend.sessions.append(
    KEY,
    EVENTS.length,
    [{ type: 'session.compacted', summary: 'they met', taskId: first?.id ?? '' }],
    2,
  );
  await say?.(url, 'second');
  const [second] = (await backend.runner.list({ principal: '', pageSize: 1 })).tasks;
  expect(earlier(second)).toEqual([
    { role: 'user', content: 'Summary of the conversation so far:\n\nthey met' },
  ]);
});

function earlier(task: Task | undefined) {
  return historyToMessages(task?.origin.history ?? []);
}

import { afterEach, expect, it } from 'vitest';
import { getText } from '#core';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type { TaskDetails } from '#people/view';
import { createPageProtocol } from './page-protocol.ts';

const HEADERS = { authorization: 'Bearer a-token', 'content-type': 'application/json' };
const never = new AbortController().signal;

let serving: Serving;
/** What the model was given, each time. */
let asked: string[][];
let isBroken: boolean;

afterEach(() => serving.close(0));

async function open(): Promise<void> {
  asked = [];
  isBroken = false;
  const model = scriptedAgent((messages) => {
    asked.push(messages.map((message) => `${message.role}: ${getText(message)}`));
    if (isBroken) throw new Error('the model is away');
    const isFirst = messages.filter(({ role }) => role === 'user').length === 1;
    return { role: 'assistant', content: isFirst ? 'Where to?' : 'Done.', expects_reply: isFirst };
  });
  serving = await serve({
    agents: [new Agent({ agentId: 'guide', name: 'Guide', model })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: 'a-token' },
        files: async () => new Map(),
      }),
    ],
  });
}

async function say(messageId: string, content: string, taskId?: string): Promise<string> {
  const message = { role: 'user', content } as const;
  const given = { agent: 'guide', principal: 'ann', contextId: 'c', messageId, message };
  const { id } = await serving.runner.submit({ ...given, ...(taskId !== undefined && { taskId }) });
  await serving.runner.waitUntilSettled(id, never);
  return id;
}

async function fork(id: string, body: unknown): Promise<{ status: number; head: TaskDetails }> {
  const request = new Request(`${serving.url}/ui/api/tasks/${id}/fork`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  const response = await serving.fetch(request);
  const head = (await response.json()) as TaskDetails;
  if (response.ok) await serving.runner.waitUntilSettled(head.id, never);
  return { status: response.status, head };
}

it('begins a failed task again in its conversation, once for each id', async () => {
  await open();
  isBroken = true;
  const failed = await say('m1', 'Book a trip');
  expect((await serving.runner.get(failed))?.state).toBe('failed');
  isBroken = false;
  const { status, head } = await fork(failed, { messageId: 'again' });
  const task = await serving.runner.get(head.id);
  expect([status, head.title, head.principal]).toEqual([200, 'Book a trip', 'ann']);
  expect([task?.state, task?.contextId]).toEqual(['input-required', 'c']);
  expect((await fork(failed, { messageId: 'again' })).head.id).toBe(head.id);
  expect(asked.at(-1)).toEqual(['user: Book a trip']);
});

it('begins a conversation of its own from a later message, with what was said before it', async () => {
  await open();
  const id = await say('m1', 'Book a trip');
  await say('m2', 'Oakland', id);
  const { status, head } = await fork(id, { messageId: 'f', from: 'm2', text: 'Tokyo' });
  expect(status).toBe(200);
  expect(asked.at(-1)).toEqual(['user: Book a trip', 'assistant: Where to?', 'user: Tokyo']);
  expect(head.contextId).not.toBe('c');
  const same = await fork(id, { messageId: 'g', from: 'm1' });
  expect(asked.at(-1)).toEqual(['user: Book a trip']);
  expect(same.head.contextId).not.toBe('c');
});

it('begins nothing again that has not ended, or is not there', async () => {
  await open();
  const id = await say('m1', 'Book a trip');
  expect((await fork(id, { messageId: 'f' })).status).toBe(409);
  await say('m2', 'Oakland', id);
  expect((await fork(id, { messageId: 'f', from: 'm9' })).status).toBe(409);
  expect((await fork('unknown', { messageId: 'f' })).status).toBe(404);
  for (const body of [{}, [], { messageId: 'f', text: ' ' }, { messageId: 'f', from: 1 }]) {
    expect((await fork(id, body)).status).toBe(400);
  }
});

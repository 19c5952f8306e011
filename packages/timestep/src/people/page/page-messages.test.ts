import { afterEach, expect, it } from 'vitest';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import type { ApiKey } from '#protocols/http';
import { Agent, Environment, serve, type Serving } from '#serving/server';
import type { WaitingTasks } from '#people/view';
import type { PageAccess } from './page-access.ts';
import { createPageProtocol } from './page-protocol.ts';

const HEADERS = { authorization: 'Bearer a-token', 'content-type': 'application/json' };

const TOKEN: PageAccess = { kind: 'token', token: 'a-token' };

let serving: Serving;
let paid: unknown[];

afterEach(() => serving.close(0));

async function open(access: PageAccess = TOKEN, apiKeys?: readonly ApiKey[]): Promise<string> {
  paid = [];
  const environment = new Environment({ environmentId: 'shop', agentId: 'shop' });
  environment.tool('pay', { description: 'Pays.', needsApproval: true }, (given) => {
    paid.push(given);
    return 'paid';
  });
  const model = scriptedAgent((messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `It said: ${last.content}`;
    const called = { name: 'pay', arguments: '{"amount":5}' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  serving = await serve({
    agents: [new Agent({ agentId: 'shop', name: 'Shop', toolSite: 'server', environment, model })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access,
        files: async () => new Map(),
      }),
    ],
    ...(apiKeys && { apiKeys }),
  });
  return ask('m');
}

/** Resolves to the id of the task once it waits. */
async function ask(messageId: string): Promise<string> {
  const message = { role: 'user', content: 'Pay' } as const;
  const { runner } = serving;
  const { id } = await runner.submit({ agent: 'shop', principal: 'ann', messageId, message });
  await runner.waitUntilSettled(id, new AbortController().signal);
  return id;
}

async function say(id: string, body: unknown): Promise<[status: number, code: unknown]> {
  const response = await at(`/tasks/${id}/messages`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly error?: { readonly code: string } };
  return [response.status, answer.error?.code];
}

async function at(path: string, init: RequestInit = {}): Promise<Response> {
  return serving.fetch(new Request(`${serving.url}/ui/api${path}`, { ...init, headers: HEADERS }));
}

async function inbox(): Promise<WaitingTasks> {
  return (await (await at('/inbox')).json()) as WaitingTasks;
}

const YES = { callId: 'c1', approved: true };

it('shows what waits, takes an edited yes once, and says to a second tab that it is decided', async () => {
  const id = await open();
  expect(await inbox()).toMatchObject({ total: 1, tasks: [{ id, principal: 'ann' }] });
  const approvals = [{ ...YES, arguments: '{"amount":3}', scope: 'once' }];
  const answers = await Promise.all([
    say(id, { messageId: 'tab-1', approvals }),
    say(id, { messageId: 'tab-2', approvals }),
  ]);
  expect(answers.map(([status]) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
  expect(answers.map(([, code]) => code)).toContain('decided-already');
  await serving.runner.waitUntilSettled(id, new AbortController().signal);
  expect(paid).toEqual([{ amount: 3 }]);
  expect(await inbox()).toEqual({ total: 0, tasks: [] });
});

it('shows the tasks that have waited longest first, and says on the stream when others wait', async () => {
  const first = await open();
  const reader = (
    await at('/events', { method: 'POST', body: JSON.stringify({ waiting: true }) })
  ).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  const next = async () => (await reader?.read())?.value;
  expect(await next()).toBe('data: {"kind":"waiting","total":1}\n\n');
  const second = await ask('m2');
  expect(await next()).toBe('data: {"kind":"waiting","total":2}\n\n');
  expect((await inbox()).tasks.map(({ id }) => id)).toEqual([first, second]);
  await reader?.cancel();
});

it('lets the model read why a call was denied', async () => {
  const id = await open();
  const approvals = [{ callId: 'c1', approved: false, reason: 'too dear' }];
  expect(await say(id, { messageId: 'a', approvals })).toEqual([200, undefined]);
  await serving.runner.waitUntilSettled(id, new AbortController().signal);
  const log = await (await at(`/tasks/${id}/log`)).text();
  expect([paid, log.includes('too dear')]).toEqual([[], true]);
});

it.each([
  [TOKEN, undefined, { entry: 'page' }],
  [
    { kind: 'keys', operators: ['op'] },
    [{ key: 'a-token', principal: 'op' }],
    { principal: 'op', entry: 'page' },
  ],
] as const)('keeps which operator decided: %o', async (access, apiKeys, by) => {
  const id = await open(access, apiKeys);
  expect(await say(id, { messageId: 'a', approvals: [YES] })).toEqual([200, undefined]);
  const task = await serving.runner.waitUntilSettled(id, new AbortController().signal);
  expect(task.origin.principal).toBe('ann');
  const row = encodeURIComponent('approval/4/c1');
  const step: unknown = await (await at(`/tasks/${id}/step?row=${row}`)).json();
  expect(step).toMatchObject({ kind: 'person', by, decision: { approved: true } });
});

it.each([
  [{ approvals: [YES] }],
  [{ messageId: 'a' }],
  [{ messageId: 'a', text: ' ' }],
  [{ messageId: 'a', approvals: [] }],
  [{ messageId: 'a', text: 'yes', approvals: [YES] }],
  [{ messageId: 'a', approvals: [{ callId: 'c1', approved: 'yes' }] }],
  [{ messageId: 'a', approvals: [YES, 1] }],
  [{ messageId: 'a', approvals: [{ ...YES, arguments: '[1]' }] }],
  [{ messageId: 'a', approvals: [{ ...YES, scope: 'ever' }] }],
])('guesses no decision from %j', async (body) => {
  const id = await open();
  expect(await say(id, body)).toEqual([400, 'bad-request']);
  expect((await inbox()).total).toBe(1);
  expect(await say('unknown', { messageId: 'a', text: 'yes' })).toEqual([404, 'task-not-found']);
});

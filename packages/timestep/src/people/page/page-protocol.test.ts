import { afterEach, expect, it, vi } from 'vitest';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type ServeOptions, type Serving } from '#serving/server';
import type {
  EventPage,
  ServerHealth,
  StreamMessage,
  TaskDetails,
  TaskListPage,
  TaskOverview,
  TaskTree,
  CallReport,
  WorkReport,
} from '#people/view';
import type { PageAccess } from './page-access.ts';
import { createPageProtocol } from './page-protocol.ts';
import type { PageFile } from './page-files.ts';

const TOKEN = 'a-token';
const SIGNED = { authorization: `Bearer ${TOKEN}` };

let serving: Serving;

afterEach(() => serving.close(0));

function file(text: string, type: string, isImmutable: boolean): PageFile {
  return { type, isImmutable, body: new TextEncoder().encode(text) };
}

const FILES = new Map([
  ['index.html', file('<!doctype html>', 'text/html; charset=utf-8', false)],
  ['assets/a.js', file('1', 'text/javascript; charset=utf-8', true)],
]);

const WITH_TOKEN: PageAccess = { kind: 'token', token: TOKEN };

async function open(
  access: PageAccess = WITH_TOKEN,
  more: Pick<ServeOptions, 'apiKeys'> = {},
  kill?: () => void,
): Promise<void> {
  const model = scriptedAgent(() => 'Hello back.');
  serving = await serve({
    agents: [new Agent({ agentId: 'guide', name: 'Guide', model })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: ['a2a', createPageProtocol({ access, kill, files: async () => FILES })],
    ...more,
  });
}

async function at(path: string, init: RequestInit = {}): Promise<Response> {
  return serving.fetch(new Request(`${serving.url}/ui${path}`, init));
}

async function read<T>(path: string): Promise<T> {
  const response = await at(`/api${path}`, { headers: SIGNED });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function submitted(text: string, messageId = text): Promise<string> {
  const { runner } = serving;
  const message = { role: 'user', content: text } as const;
  const { id } = await runner.submit({ agent: 'guide', principal: 'ann', messageId, message });
  await runner.waitUntilSettled(id, new AbortController().signal);
  return id;
}

it('serves its files without a token, under a policy, and its views by the index', async () => {
  await open();
  const asset = await at('/assets/a.js');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
  const view = await at('/tasks/t1');
  expect(await view.text()).toBe('<!doctype html>');
  const { port } = new URL(serving.url);
  expect(view.headers.get('content-security-policy')).toBe(
    `default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src http://127.0.0.1:${port}/ui/app/ http://localhost:${port}/ui/app/`,
  );
  expect((await at('')).headers.get('location')).toBe('/ui/');
  for (const path of ['/assets/b.js', '/assets/..%2f..%2fpackage.json', '/secret.txt']) {
    expect([path, (await at(path)).status]).toEqual([path, 404]);
  }
});

it('gives data to whoever has the token alone', async () => {
  await open();
  for (const headers of [{}, { authorization: 'Bearer other' }]) {
    for (const path of ['/api/session', '/api/tasks', '/api/nothing']) {
      expect([path, (await at(path, { headers })).status]).toEqual([path, 401]);
    }
  }
  expect((await at('/api/tasks', { headers: SIGNED })).status).toBe(200);
  expect((await at('/api/nothing', { headers: SIGNED })).status).toBe(404);
});

it('is for callers with a key, where keys are asked for, and for nobody without a name', async () => {
  await open(
    { kind: 'keys', operators: ['op'] },
    {
      apiKeys: [
        { key: 'one', principal: 'op' },
        { key: 'two', principal: 'guest' },
      ],
    },
  );
  const status = async (key: string): Promise<number> =>
    (await at('/api/session', { headers: { 'x-api-key': key } })).status;
  expect([await status('one'), await status('two'), await status('three')]).toEqual([
    200, 403, 401,
  ]);
  await serving.close(0);
  await open({ kind: 'keys' });
  expect((await at('/api/session')).status).toBe(403);
});

it('lists the tasks of all principals, and reads one', async () => {
  await open();
  const id = await submitted('How are you?');
  await submitted('Something else');
  const all = await read<TaskListPage>('/tasks');
  expect(all.total).toBe(2);
  const found = await read<TaskListPage>('/tasks?text=HOW%20are');
  expect(found.tasks.map((task) => [task.title, task.principal])).toEqual([
    ['How are you?', 'ann'],
  ]);
  expect((await read<TaskListPage>('/tasks?state=failed')).tasks).toEqual([]);
  expect((await read<TaskListPage>('/tasks?from=1')).tasks).toHaveLength(1);
  const head = await read<TaskDetails>(`/tasks/${id}`);
  expect(head).toMatchObject({ id, state: 'completed', steps: 1, path: [], context: [] });
  const { events, hasMore } = await read<EventPage>(`/tasks/${id}/events?after=1`);
  expect([events[0]?.generation, events.at(-1)?.type, hasMore]).toEqual([
    2,
    'task.finished',
    false,
  ]);
  const log = await at(`/api/tasks/${id}/log`, { headers: SIGNED });
  expect((await log.text()).trim().split('\n')).toHaveLength(head.generation);
  expect((await at('/api/tasks/unknown', { headers: SIGNED })).status).toBe(404);
  expect(await read<TaskDetails>(`/tasks/${id.slice(0, -1)}`)).toMatchObject({ id });
  const several = await at(`/api/tasks/${id.slice(0, 1)}`, { headers: SIGNED });
  expect(several.status).toBe(404);
  expect(await several.text()).toContain('give more characters of it');
});

async function stream(body: unknown): Promise<Response> {
  return at('/api/events', {
    method: 'POST',
    headers: { ...SIGNED, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('streams what is followed, with an id on events alone', async () => {
  await open();
  const id = await submitted('How are you?');
  const response = await stream({ tasks: [{ id, after: 2 }] });
  const blocks = (await response.text()).split('\n\n').filter((one) => one !== '');
  expect(blocks[0]).toMatch(new RegExp(`^id: ${id}:3\ndata: `));
  expect(blocks.at(-1)).toBe(`data: {"kind":"settled","taskId":"${id}"}`);
});

it('says that a log is not the one the page has', async () => {
  await open();
  const response = await stream({ tasks: [{ id: 'unknown', after: 3 }] });
  expect(await response.text()).toBe('data: {"kind":"reset","taskId":"unknown"}\n\n');
});

it('begins with the list, says what changed, and ends with its reader', async () => {
  await open();
  await submitted('How are you?');
  const response = await stream({ list: {} });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<StreamMessage> => {
    const { value = '' } = (await reader?.read()) ?? {};
    return JSON.parse(value.replace('data: ', '')) as StreamMessage;
  };
  expect(await next()).toMatchObject({
    kind: 'list',
    total: 1,
    tasks: [{ title: 'How are you?' }],
  });
  await submitted('Something else');
  expect(await next()).toMatchObject({ tasks: [{ title: 'Something else' }] });
  await reader?.cancel();
});

it.each([[{ tasks: [{ id: 1 }] }], [{ tasks: 'all' }], [[]], [{ list: 1 }]])(
  'refuses to follow %j',
  async (body) => {
    await open();
    const response = await stream(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'bad-request' } });
  },
);

it('says how the server does, and what it measured since it was first asked', async () => {
  await open();
  const before = await read<ServerHealth>('/operating');
  expect(before).toMatchObject({ agents: 1, process: { memoryBytes: expect.any(Number) } });
  expect(before.trouble).toBeUndefined();
  await submitted('hello');
  const { tasks } = await read<ServerHealth>('/operating');
  expect(tasks.filter(({ count }) => count > 0)).toEqual([{ state: 'completed', count: 1 }]);
  await expect
    .poll(
      async () => {
        const { measured } = await read<ServerHealth>('/operating');
        return measured.find(({ name }) => name === 'gen_ai.invoke_agent.duration')?.count;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
});

it('ends its process only where it is a demonstration', async () => {
  await open();
  const press = { method: 'POST', headers: SIGNED };
  expect((await at('/api/demo/kill', press)).status).toBe(404);
  expect(await read('/session')).toEqual({ signedIn: true });
  await serving.close(0);
  const kill = vi.fn<() => void>();
  await open(WITH_TOKEN, {}, kill);
  expect(await read('/session')).toEqual({ signedIn: true, canKill: true });
  expect((await at('/api/demo/kill', { method: 'POST' })).status).toBe(401);
  expect((await at('/api/demo/kill', press)).status).toBe(200);
  await expect.poll(() => kill.mock.calls.length).toBe(1);
});

it('answers with the tree of a task, and with the details of each of its rows', async () => {
  await open();
  const id = await submitted('hello');
  const tree = await read<TaskTree>(`/tasks/${id}/tree`);
  expect(tree).toMatchObject({ isCut: false, totals: { tasks: 1, modelCalls: 1 } });
  const rows = tree.tasks.flatMap(({ timeline }) => timeline.ended.map((row) => row.id));
  for (const row of rows) {
    expect(await read(`/tasks/${id}/step?row=${encodeURIComponent(row)}`)).toHaveProperty('kind');
  }
  expect(rows.length).toBeGreaterThan(2);
  const unknown = await at(`/api/tasks/${id}/step?row=model/99/`, { headers: SIGNED });
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { error: { code: 'row-not-found' } },
  ]);
});

it('reports the kept work of a day, and knows no other periods than those it draws', async () => {
  await open();
  await submitted('hello');
  const report = await read<WorkReport>('/operating/work?period=day');
  expect(report.total.points).toHaveLength(24);
  expect(report.agents).toMatchObject([{ name: 'guide', count: 1, failed: 0 }]);
  expect((await at('/api/operating/work?period=year', { headers: SIGNED })).status).toBe(400);
});

it('reports the calls between agents of the last days', async () => {
  await open();
  await submitted('hello');
  expect(await read<CallReport>('/calls')).toEqual({ days: 7, calls: [] });
  const message = { role: 'user', content: 'from another agent' } as const;
  const start = { delegation: { path: ['desk'] } };
  const call = { agent: 'guide', principal: 'ann', messageId: 'called', message, start };
  await serving.runner.submit(call);
  const calls = [{ caller: 'desk', agent: 'guide', calls: 1 }];
  expect(await read<CallReport>('/calls')).toEqual({ days: 7, calls });
});

it('counts what runs, waits and failed, and lists what has changed since a time', async () => {
  await open();
  await submitted('hello');
  const overview = await read<TaskOverview>('/overview?since=0');
  expect(overview).toMatchObject({
    running: 0,
    waiting: 0,
    failed: 0,
    isPartial: false,
    costUsd: 0,
    groups: [{ agent: 'guide', state: 'completed', tasks: 1 }],
  });
  const response = await stream({ overview: 0 });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const sent = (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect(JSON.parse(sent.replace('data: ', ''))).toEqual({ kind: 'overview', overview });
  const later = Date.now() + 60_000;
  expect((await read<TaskListPage>(`/tasks?since=${later}`)).total).toBe(0);
  expect((await read<TaskListPage>('/tasks?since=0')).total).toBe(1);
  expect((await read<TaskListPage>('/tasks?since=tomorrow')).total).toBe(1);
  expect((await read<TaskListPage>(`/tasks?since=0&until=${later}`)).total).toBe(1);
  expect((await read<TaskListPage>(`/tasks?until=${later}&sort=cost`)).total).toBe(1);
  expect((await read<TaskListPage>('/tasks?until=1000')).total).toBe(0);
  expect((await read<TaskListPage>(`/tasks?since=${later}&until=${later + 1}`)).tasks).toEqual([]);
});

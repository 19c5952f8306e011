import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadAgent, type AgentDefinition } from '#agents/agent';
import { memoryStorage } from '#agents/folder';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type { AgentFileList, PlannedEdit } from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const FILES = '/agents/guide/files';
let serving: Serving;
let definition: AgentDefinition;

beforeEach(async () => {
  const manifest = { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } };
  const storage = memoryStorage({
    'tsagent.json': JSON.stringify(manifest),
    'prompt.md': 'Guide people.\n',
  });
  definition = await loadAgent(storage, { env: {} });
  const model = scriptedAgent(() => 'Well.');
  serving = await serve({
    agents: [new Agent(definition), new Agent({ agentId: 'code', name: 'Code', model })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'keys', operators: ['op'] },
        files: async () => new Map(),
      }),
    ],
    apiKeys: [
      { key: 'one', principal: 'op' },
      { key: 'two', principal: 'guest' },
    ],
  });
});

afterEach(async () => {
  await serving.close(0);
  await definition.close();
});

interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

async function ask<T>(path: string, body?: unknown, key = 'one'): Promise<Answered<T>> {
  const response = await serving.fetch(
    new Request(`${serving.url}/ui/api${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: (await response.json()) as T };
}

it('lists, plans, writes and takes back', async () => {
  const { body: before } = await ask<AgentFileList>(FILES);
  expect(before).toEqual({
    orchestration: 'off',
    files: [
      { path: 'tsagent.json', part: 'settings' },
      { path: 'prompt.md', part: 'prompt' },
    ],
  });
  expect((await ask(`${FILES}/one?path=prompt.md`)).body).toMatchObject({
    text: 'Guide people.\n',
  });
  const change = { path: 'prompt.md', text: 'Guide.\n' };
  const { body: plan } = await ask<PlannedEdit>(`${FILES}/plan`, change);
  expect(plan.files[0]?.lines.map(({ kind }) => kind)).toEqual(['old', 'new']);
  const order = { ...change, version: plan.version };
  expect(await ask(`${FILES}/write`, order)).toEqual({ status: 200, body: {} });
  expect(await ask(`${FILES}/write`, order)).toEqual({ status: 200, body: {} });
  expect(await ask(`${FILES}/write`, { ...order, text: 'Other.\n' })).toMatchObject({
    status: 409,
    body: { error: { code: 'changed-underneath' } },
  });
  const { undo } = (await ask<AgentFileList>(FILES)).body;
  expect(await ask(`${FILES}/undo`, { version: undo?.version })).toEqual({ status: 200, body: {} });
  expect((await ask<AgentFileList>(FILES)).body).toEqual(before);
});

it('is for operators alone', async () => {
  for (const path of [FILES, `${FILES}/one?path=prompt.md`]) {
    expect(await ask(path, undefined, 'two')).toMatchObject({ status: 403 });
  }
  expect(await ask(`${FILES}/write`, { path: 'prompt.md', text: '' }, 'two')).toMatchObject({
    status: 403,
  });
});

it('says what is wrong with a request', async () => {
  expect((await ask<AgentFileList>('/agents/code/files')).body).toMatchObject({
    files: [],
    why: expect.stringContaining('no files'),
  });
  for (const [path, body, status, code] of [
    ['/agents/none/files', undefined, 404, 'agent-not-found'],
    ['/agents/code/files/plan', { path: 'a' }, 409, 'no-files'],
    [`${FILES}/one?path=rules/none.mdt`, undefined, 404, 'no-such-part'],
    [`${FILES}/one?path=.env`, undefined, 409, 'bad-folder'],
    [`${FILES}/plan`, { text: 'x' }, 400, 'bad-request'],
    [`${FILES}/write`, { path: 5 }, 400, 'bad-request'],
    [`${FILES}/plan`, { agentTool: { tool: { name: 'a' } } }, 400, 'bad-request'],
    [`${FILES}/plan`, { agentTool: {} }, 400, 'bad-request'],
    [`${FILES}/plan`, { agentTool: { before: 'a' } }, 404, 'no-such-part'],
    [`${FILES}/preview`, { tool: {}, arguments: {} }, 400, 'bad-request'],
    [`${FILES}/undo`, {}, 404, 'no-such-part'],
  ] as const) {
    expect([path, await ask(path, body)]).toMatchObject([
      path,
      { status, body: { error: { code } } },
    ]);
  }
});

it('refuses a text that is too long to compare', async () => {
  for (const text of ['x'.repeat(1_000_001), '\n'.repeat(60_000)]) {
    const { status, body } = await ask<{ error: { message: string } }>(`${FILES}/plan`, {
      path: 'prompt.md',
      text,
    });
    expect(status).toBe(409);
    expect(body.error.message).toContain('longer than 1 MB or 50000 lines');
  }
});

import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { message, serve, type Served } from '../served.fixture.ts';

it('lists the newest first, page by page', async () => {
  const { rpc } = await withTasks(5);
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await list(rpc, { pageSize: 2, pageToken });
    expect(page).toMatchObject({ totalSize: 5, pageSize: 2, nextPageToken: expect.any(String) });
    expect(page.tasks.length).toBeLessThanOrEqual(2);
    seen.push(...page.tasks.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  expect(new Set(seen).size).toBe(5);
});

it('gives 50 unless asked otherwise', async () => {
  const { rpc } = await withTasks(51);
  const page = await list(rpc, {});
  expect([page.tasks.length, page.pageSize, page.totalSize]).toEqual([50, 50, 51]);
  expect((await list(rpc, { pageSize: 100 })).tasks).toHaveLength(51);
});

it('leaves out what is not asked for', async () => {
  const { rpc } = await withTasks(1);
  const [bare] = (await list(rpc, {})).tasks;
  expect(bare).not.toHaveProperty('artifacts');
  expect(bare).not.toHaveProperty('history');
  const [full] = (await list(rpc, { includeArtifacts: true, historyLength: 1 })).tasks;
  expect(full).toMatchObject({ artifacts: [{}], history: [{ role: 'ROLE_AGENT' }] });
});

it('selects by context, state and time', async () => {
  const { rpc, contextId } = await withTasks(2);
  expect((await list(rpc, { contextId })).totalSize).toBe(1);
  expect((await list(rpc, { status: 'TASK_STATE_COMPLETED' })).totalSize).toBe(2);
  expect((await list(rpc, { status: 'TASK_STATE_WORKING' })).totalSize).toBe(0);
  expect((await list(rpc, { status: 'TASK_STATE_AUTH_REQUIRED' })).totalSize).toBe(0);
  expect((await list(rpc, { status: 'TASK_STATE_UNSPECIFIED' })).totalSize).toBe(2);
  expect((await list(rpc, { statusTimestampAfter: '2020-01-01T00:00:00Z' })).totalSize).toBe(2);
  expect((await list(rpc, { statusTimestampAfter: '2999-01-01T00:00:00Z' })).totalSize).toBe(0);
});

interface Page {
  readonly tasks: readonly (JsonObject & { readonly id: string })[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

async function list(rpc: Served['rpc'], params: JsonObject): Promise<Page> {
  const { result } = await rpc('ListTasks', params, '1.0');
  return result as unknown as Page;
}

async function withTasks(count: number): Promise<Served & { readonly contextId: string }> {
  const served = serve();
  let contextId = '';
  for (let index = 0; index < count; index += 1) {
    const { result } = await served.rpc('SendMessage', message('hi', `m${index}`), '1.0');
    ({ contextId } = (result as { task: { contextId: string } }).task);
  }
  return { ...served, contextId };
}

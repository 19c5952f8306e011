import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import type { AgentFn, Runner, ServedAgent } from '#engine/port';
import { createManualClock } from '#testing';
import { createMemoryRunner } from './memory/memory-runner.ts';
import { createSqliteRunner } from './sqlite/sqlite-runner.ts';
import {
  calling,
  echo,
  NEVER,
  saying,
  served,
  stuck,
  temporaryFiles,
} from './sqlite/store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

/** Data that no database can hold: JSON has no such numbers, and no objects within themselves. */
const cyclic: Record<string, unknown> = { name: 'itself' };
cyclic['self'] = [cyclic];

const withData =
  (data: unknown): AgentFn =>
  () =>
    ({ role: 'assistant', content: 'hi', provider: data }) as never;

const AGENTS: Readonly<Record<string, ServedAgent>> = {
  'a reply with a number of no end': served(withData({ big: 12n }) as AgentFn),
  'a reply whose calls are all refused': served(
    (() => ({
      role: 'assistant',
      content: 'hi',
      provider: { big: 12n },
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
    })) as never,
    { toolsAllowed: [] },
  ),
  'data of a result': served(calling('look'), {
    environment: () => ({
      listTools: () => [{ type: 'function', function: { name: 'look', parameters: {} } }],
      callTool: async () => {
        const part = { type: 'data', data: { big: 12n } };
        return { content: 'seen', attachments: [part] } as never;
      },
    }),
  }),
  'a choice of context': served(echo, {
    environment: () => ({
      listTools: () => [],
      callTool: () => Promise.reject(new Error('there are no tools')),
      selectContext: async () => ({ items: [cyclic] }) as never,
    }),
  }),
};

describe('a task whose data cannot be stored', () => {
  it.each(Object.entries(AGENTS))('ends with the reason: %s', async (_, agent) => {
    const path = files.newPath();
    const errors: unknown[] = [];
    const other = { ...served(echo), name: 'b' };
    const open = (): Runner =>
      createSqliteRunner({
        path,
        agents: [agent, other],
        onError: (thrown) => errors.push(thrown),
      });
    const runner = open();
    const { id } = await runner.submit(saying('hi'));
    const task = await runner.waitUntilSettled(id, AbortSignal.timeout(20_000));
    expect(task.end).toEqual({
      state: 'failed',
      reason: 'error',
      error: {
        code: 'unwritable',
        message: expect.stringMatching(/^the task received data that cannot be stored/),
      },
    });
    expect(errors).toEqual([expect.any(Error)]);
    const beside = await runner.submit({ ...saying('hi'), agent: 'b', messageId: 'm-b' });
    expect((await runner.waitUntilSettled(beside.id, NEVER)).state).toBe('completed');
    expect((await runner.list({ principal: 'p', pageSize: 9 })).total).toBe(2);
    await runner.close(0);
    const again = open();
    expect((await again.get(id))?.state).toBe('failed');
    await again.close(0);
  });

  it('ends where the loop itself fails in memory', async () => {
    const errors: unknown[] = [];
    const agent = Object.defineProperty(served(echo), 'environment', {
      get(): never {
        throw new Error('broken by a mistake');
      },
    });
    const runner = createMemoryRunner({
      agents: [agent],
      onError: (thrown) => errors.push(thrown),
    });
    const { id } = await runner.submit(saying('hi'));
    const task = await runner.waitUntilSettled(id, AbortSignal.timeout(20_000));
    expect(task.state).toBe('failed');
    await runner.close(0);
  });
});

describe('a task that is damaged', () => {
  it.each([
    [
      'a record that is no JSON',
      "UPDATE event SET body = '{' WHERE generation = 2 AND task_id = ?",
    ],
    ['a record that is missing', 'DELETE FROM event WHERE generation = 2 AND task_id = ?'],
  ])('hides no other task: %s', async (_, sql) => {
    const path = files.newPath();
    const errors: unknown[] = [];
    const runner = createSqliteRunner({
      path,
      agents: [served(echo)],
      onError: (thrown) => errors.push(thrown),
    });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const { id } = await runner.submit(saying(text));
      await runner.waitUntilSettled(id, NEVER);
      ids.push(id);
    }
    const [one = '', two = '', three = ''] = ids;
    const database = new DatabaseSync(path);
    database.prepare(sql).run(two);
    database.close();
    const all = await runner.list({ principal: 'p', pageSize: 9 });
    expect([all.total, all.tasks.map(({ id }) => id).toSorted()]).toEqual([
      3,
      [one, three].toSorted(),
    ]);
    expect(errors).toEqual([expect.any(Error)]);
    const seen: string[] = [];
    let token: string | undefined;
    do {
      const query = {
        principal: 'p',
        pageSize: 1,
        ...(token !== undefined && { pageToken: token }),
      };
      const page = await runner.list(query);
      seen.push(...page.tasks.map(({ id }) => id));
      token = page.nextPageToken;
    } while (token !== undefined);
    expect(seen.toSorted()).toEqual([one, three].toSorted());
    expect((await runner.get(three))?.state).toBe('completed');
    await expect(runner.get(two)).rejects.toMatchObject({ code: 'store-failed' });
    await runner.close(0);
  });
});

describe('a canceled task', () => {
  it('ends though a guard never decides', async () => {
    const guard = { name: 'g', beforeModel: () => new Promise<never>(() => undefined) };
    const runner = createMemoryRunner({ agents: [served(echo, { guards: [guard] })] });
    const { id } = await runner.submit(saying('hi'));
    await new Promise(setImmediate);
    expect((await runner.cancel(id)).state).toBe('canceled');
    await runner.close(0);
  });

  it('ends though its remote work is never canceled', async () => {
    const clock = createManualClock();
    const errors: unknown[] = [];
    const agent = served(stuck, { abandon: () => new Promise<never>(() => undefined) });
    const runner = createMemoryRunner({
      agents: [agent],
      clock,
      onError: (thrown) => errors.push(thrown),
    });
    const { id } = await runner.submit(saying('hi'));
    await new Promise(setImmediate);
    const canceling = runner.cancel(id);
    await new Promise(setImmediate);
    clock.advance(15_000);
    expect((await canceling).state).toBe('canceled');
    await runner.close(0);
  });
});

it('fails a task whose agent throws something without a text', async () => {
  const agent = served(() => {
    throw Object.create(null);
  });
  const runner = createMemoryRunner({ agents: [agent] });
  const { id } = await runner.submit(saying('hi'));
  const { end } = await runner.waitUntilSettled(id, NEVER);
  expect(end?.error?.message).toBe('something without a message was thrown');
  await runner.close(0);
});

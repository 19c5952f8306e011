import assert from 'node:assert/strict';
import {
  createTemporalStoredTasks,
  type TaskDatabase,
  type TaskStore,
} from '@timestep-ai/temporal';
import type { TaskEvent } from '@timestep-ai/timestep/core';
import type { PushTarget, StoredTasks } from '@timestep-ai/timestep/port';
import { createSqlOutbox, createSqlSessionStore, queryFirst } from '@timestep-ai/timestep/store';
import {
  append,
  begun,
  FINISHED,
  numbered,
  reserve,
  RESUMED,
  said,
  storeCase,
  submission,
  type StoreCase,
} from './store-case.ts';

const HOUR_MS = 3_600_000;

const REPLIED: TaskEvent = {
  type: 'model.replied',
  step: 1,
  attempt: 1,
  called: { provider: 'acme', model: 'm1' },
  message: {
    role: 'assistant',
    content: 'Hello.',
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
    cost_usd: 0.5,
  },
};

/** Tests of managing stored tasks, on any database. */
export const storedTasksSuite: readonly StoreCase[] = [
  storeCase('lists the tasks of everybody, and reads logs of any length', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here');
    await begun(store, 't1');
    await append(
      store,
      Array.from({ length: 600 }, (_, index) => numbered(index + 3, RESUMED)),
    );
    await begun(store, 't2');
    await end(store, 't2', 9);
    const all = await tasks.list({ limit: 1 });
    assert.equal(all.total, 2);
    assert.deepEqual(all.tasks, [
      {
        id: 't2',
        principal: 'p',
        agent: 'a',
        contextId: 'c',
        state: 'completed',
        createdAt: 5,
        updatedAt: 9,
        generation: 3,
      },
    ]);
    const chosen = await tasks.list({ limit: 9, state: 'working', agent: 'a' });
    assert.deepEqual([chosen.total, chosen.tasks[0]?.id], [1, 't1']);
    assert.equal((await tasks.list({ limit: 9, agent: 'b' })).total, 0);
    assert.deepEqual(await tasks.load('t1'), await store.load('t1'));
    const seen: number[] = [];
    for await (const { generation } of tasks.events('t1')) seen.push(generation);
    assert.deepEqual(
      seen,
      Array.from({ length: 602 }, (_, index) => index + 1),
    );
    await assert.rejects(tasks.load('t3'), { code: 'task-not-found', message: /^here has no/ });
    await assert.rejects(
      async () => void (await tasks.events('t3')[Symbol.asyncIterator]().next()),
      {
        code: 'task-not-found',
      },
    );
    await database.close();
  }),

  storeCase('keeps the work of each hour once, whoever writes it', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here');
    const ids = Array.from({ length: 24 }, (_, index) => `t${index + 1}`);
    for (const id of ids) await begun(store, id);
    const work = (taskId: string) => ({
      taskId,
      state: 'working' as const,
      records: [
        numbered(3, { type: 'model.started', step: 1, attempt: 1 }),
        { ...numbered(4, REPLIED), at: HOUR_MS + 25 },
      ].map((event) => ({ event })),
    });
    // A worker repeats a request whose answer it did not receive.
    await Promise.all(ids.flatMap((id) => [store.append(work(id)), store.append(work(id))]));
    await Promise.all(ids.map((id) => end(store, id, HOUR_MS + 30, 5)));
    const counted = [{ agent: 'a', state: 'completed', tasks: ids.length }];
    assert.deepEqual(await tasks.countGroups?.(), counted);
    const found = (await tasks.readWork?.({ since: 0, until: 9 * HOUR_MS })) ?? [];
    const sum = (kind: string, name: 'count' | 'inputTokens' | 'costUsd' | 'failed'): number =>
      found.filter((one) => one.kind === kind).reduce((total, one) => total + one[name], 0);
    assert.deepEqual(
      [sum('model', 'count'), sum('model', 'inputTokens'), sum('model', 'costUsd')],
      [24, 240, 12],
    );
    assert.deepEqual([sum('task', 'count'), sum('task', 'failed')], [24, 0]);
    assert.deepEqual(new Set(found.map(({ hour }) => hour)), new Set([HOUR_MS]));
    assert.deepEqual(new Set(found.map(({ agent }) => agent)), new Set(['a']));
    assert.deepEqual(new Set(found.map(({ model }) => model)), new Set(['acme/m1', '']));
    await tasks.prune({ before: 200 * 24 * HOUR_MS, isDryRun: true });
    assert.notDeepEqual(await tasks.readWork?.({ since: 0, until: 9 * HOUR_MS }), []);
    await tasks.prune({ before: 200 * 24 * HOUR_MS, isDryRun: false });
    assert.deepEqual(await tasks.readWork?.({ since: 0, until: 9 * HOUR_MS }), []);
    await database.close();
  }),

  storeCase('keeps once how often agents called each other', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here');
    const period = { since: 0, until: HOUR_MS };
    for (const id of ['t1', 't2', 't3']) await begun(store, id, 'hello', ['guide', 'desk']);
    await begun(store, 't4', 'hello', ['sky']);
    await begun(store, 't5');
    const calls = [
      { caller: 'desk', agent: 'a', calls: 3 },
      { caller: 'sky', agent: 'a', calls: 1 },
    ];
    assert.deepEqual(await tasks.readCalls?.(period), calls);
    // A worker repeats a request whose answer it did not receive.
    await begun(store, 't4', 'hello', ['sky']);
    assert.deepEqual(await tasks.readCalls?.(period), calls);
    assert.deepEqual(await tasks.readCalls?.({ since: HOUR_MS, until: 2 * HOUR_MS }), []);
    await tasks.prune({ before: 200 * 24 * HOUR_MS, isDryRun: false });
    assert.deepEqual(await tasks.readCalls?.(period), []);
    await database.close();
  }),

  storeCase('says for how long messages have waited for a worker', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here', 'desk');
    assert.deepEqual(await tasks.findWaitingWork?.(), { queue: 'desk', oldest: [] });
    await reserve(store, 'm1', 't1');
    await reserve(store, 'm2', 't1');
    const oldest = [{ agent: 'a', since: 5 }];
    assert.deepEqual(await tasks.findWaitingWork?.(), { queue: 'desk', oldest });
    await begun(store, 't1');
    await append(store, [numbered(3, said('m1', 'hello')), numbered(4, said('m2', 'hello'))]);
    assert.deepEqual(await tasks.findWaitingWork?.(), { queue: 'desk', oldest: [] });
    await database.close();
  }),

  storeCase('prunes what ended long ago, with all that belongs to it', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here');
    await begun(store, 't1');
    await append(
      store,
      Array.from({ length: 300 }, (_, index) => numbered(index + 3, RESUMED)),
    );
    const task = await store.load('t1');
    assert.ok(task);
    await store.storeSnapshot(task);
    const shown = { step: 1, attempt: 1, position: 1, after: 2 };
    await store.storeDeltas('t1', [{ ...shown, delta: { type: 'text', text: 'hel' } }]);
    const nothing = { taskId: 't1', records: [], state: 'working' } as const;
    await store.storeOutcome(nothing, 'left', {
      kind: 'submission',
      submission: submission('left'),
    });
    await createSqlOutbox(database).put(TARGET, 0, 10);
    await end(store, 't1', 10, 303);
    await begun(store, 't2');
    await end(store, 't2', 20);

    const options = { before: 30, isDryRun: false };
    const counted = await tasks.prune({ ...options, isDryRun: true });
    assert.equal((await tasks.list({ limit: 9 })).total, 2);
    assert.deepEqual(await tasks.prune({ ...options, before: 10 }), NOTHING_PRUNED);
    const called = { ...options, signal: AbortSignal.abort() };
    assert.deepEqual(await tasks.prune(called), NOTHING_PRUNED);
    const pruned = await tasks.prune(options);
    assert.deepEqual(pruned, counted);
    assert.deepEqual([pruned.tasks, pruned.events], [2, 306]);
    assert.ok(pruned.bytes > 306 * 10);
    for (const table of OF_TASKS)
      assert.deepEqual([table, await rowsIn(database, table)], [table, 0]);
    assert.equal((await reserve(store, 'm1', 't9')).kind, 'kept');
    await database.close();
  }),

  storeCase('spares what conversations go on from', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here');
    const sessions = createSqlSessionStore(database);
    const key = { principal: 'p', id: 'c' };
    const opening = { type: 'session.opened', sessionId: 'c', principal: 'p', agent: 'a' } as const;
    await sessions.append(key, 0, [opening], 5);
    for (const id of ['t1', 't2', 't3']) await begun(store, id);
    await end(store, 't1', 10);
    await end(store, 't2', 20);
    // The third task is still running, so the next message of the conversation may continue the
    // second.
    assert.equal((await tasks.prune({ before: 30, isDryRun: false })).tasks, 1);
    assert.deepEqual(await idsIn(tasks), ['t2', 't3']);
    await end(store, 't3', 40);
    assert.equal((await tasks.prune({ before: 30, isDryRun: false })).tasks, 1);
    assert.deepEqual(await idsIn(tasks), ['t3']);
    assert.equal((await sessions.get(key))?.id, 'c');
    assert.equal((await tasks.prune({ before: 41, isDryRun: false })).tasks, 1);
    assert.deepEqual(await idsIn(tasks), []);
    assert.equal(await sessions.get(key), undefined);
    await database.close();
  }),

  storeCase('erases one task that has ended, with all that belongs to it', async (store, again) => {
    const database = await again();
    const tasks = createTemporalStoredTasks(database, 'here');
    for (const id of ['t1', 't2']) await begun(store, id);
    await end(store, 't1', 10);
    assert.deepEqual(
      [await tasks.erase('t1'), await tasks.erase('t1'), await tasks.erase('t2')],
      [true, false, false],
    );
    assert.deepEqual(await idsIn(tasks), ['t2']);
    assert.equal((await tasks.list({ contextId: 'c', principal: 'p', limit: 9 })).total, 1);
    assert.equal((await tasks.list({ contextId: 'c', principal: 'q', limit: 9 })).total, 0);
    assert.equal((await reserve(store, 'm1', 't9')).kind, 'kept');
    await database.close();
  }),

  storeCase('prunes in bounded transactions', async (store, again) => {
    const database = await again();
    for (let task = 1; task <= 130; task += 1) {
      await begun(store, `t${task}`);
      await end(store, `t${task}`, 10);
    }
    const erased: number[] = [];
    const watched: TaskDatabase = {
      ...database,
      async write(transaction, durability) {
        const before = await rowsIn(database, 'task');
        const value = await database.write(transaction, durability);
        erased.push(before - (await rowsIn(database, 'task')));
        return value;
      },
    };
    await createTemporalStoredTasks(watched, 'here').prune({ before: 30, isDryRun: false });
    assert.deepEqual(erased, [100, 30]);
    await database.close();
  }),
];

const TARGET: PushTarget = { taskId: 't1', id: 'x', url: 'http://127.0.0.1', version: '1.0' };
const NOTHING_PRUNED = { tasks: 0, events: 0, bytes: 0 };
const OF_TASKS = ['task', 'event', 'snapshot', 'content', 'delta', 'inbound', 'push_target'];

async function rowsIn(database: TaskDatabase, table: string): Promise<number> {
  return database.read(function* count() {
    const row = yield* queryFirst(`SELECT count(*) AS n FROM ${table}`);
    return Number(row?.['n']);
  });
}

async function idsIn(tasks: StoredTasks): Promise<string[]> {
  return (await tasks.list({ limit: 9 })).tasks.map(({ id }) => id).toSorted();
}

async function end(store: TaskStore, taskId: string, at: number, generation = 3): Promise<void> {
  const records = [{ event: { ...numbered(generation, FINISHED), at } }];
  await store.close({ taskId, records, state: 'completed' });
}

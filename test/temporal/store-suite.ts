import assert from 'node:assert/strict';
import { createTaskStore } from '@timestep-ai/temporal';
import { foldTask, buildTranscript } from '@timestep-ai/timestep/core';
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

/** Tests that every store must pass, on any database. */
export const storeSuite: readonly StoreCase[] = [
  storeCase('keeps a message once, whoever sends it how often', async (store) => {
    const kept = await Promise.all([1, 2, 3].map(() => reserve(store, 'm1', 't1')));
    assert.deepEqual(kept.map(({ kind }) => kind).toSorted(), ['kept', 'known', 'known']);
    assert.equal((await reserve(store, 'm1', 't1', 'other hash')).kind, 'other-body');
    assert.equal(await store.findEarlierMessage(submission('m2'), 'hash'), undefined);
  }),

  storeCase('writes events whole, once, and knows what was taken', async (store) => {
    await begun(store);
    const [first, second] = await store.events('t1', 0, 10);
    assert.equal(first?.type, 'task.submitted');
    assert.deepEqual(second, { ...said('m1', 'hello'), generation: 2, at: 5 });
    assert.deepEqual(await store.progress('t1'), { generation: 2, isAwaited: false });
    const earlier = await store.findEarlierMessage(submission('m1'), 'hash');
    assert.equal(earlier?.kind === 'known' && earlier.isTaken, true);
    await append(store, [numbered(2, said('m1', ''))]);
    assert.deepEqual((await store.events('t1', 1, 10)).at(0), second);
    assert.equal(await store.content('t1', 'message:m1'), undefined);
  }),

  storeCase('lets a task end only when everything accepted was taken', async (store) => {
    await begun(store);
    await reserve(store, 'm2', 't1');
    const end = [{ event: numbered(3, FINISHED) }];
    const waiting = await store.close({ taskId: 't1', records: end, state: 'completed' });
    assert.deepEqual(
      waiting.map((message) => message.submission.messageId),
      ['m2'],
    );
    assert.equal((await store.progress('t1'))?.generation, 2);
    const taken = { event: numbered(3, said('m2', '')), content: 'message:m2' };
    const records = [taken, { event: numbered(4, FINISHED) }];
    const ending = { taskId: 't1', records, state: 'completed' } as const;
    assert.deepEqual(await store.close(ending), []);
    assert.deepEqual(await store.close(ending), []);
    assert.equal((await store.load('t1'))?.state, 'completed');
    assert.equal((await reserve(store, 'm3', 't1')).kind, 'ended');
    assert.equal(await store.findEarlierMessage(submission('m3'), 'hash'), undefined);
  }),

  storeCase('leaves no gap in a log', async (store) => {
    await begun(store);
    await assert.rejects(
      append(store, [numbered(4, RESUMED)]),
      /event 4 .* last stored event is 2/,
    );
    await append(store, [numbered(2, RESUMED), numbered(3, RESUMED), numbered(4, RESUMED)]);
    assert.equal((await store.progress('t1'))?.generation, 4);
  }),

  storeCase('takes a task that is not there any more for one that has ended', async (store) => {
    const end = [{ event: numbered(3, FINISHED) }];
    const pruned = { taskId: 'pruned', records: end, state: 'completed' } as const;
    assert.deepEqual(await store.close(pruned), []);
    await store.append(pruned);
    assert.equal(await store.load('pruned'), undefined);
  }),

  storeCase('tells what was kept and may not have been delivered', async (store) => {
    await reserve(store, 'm1', 't1');
    assert.deepEqual(await store.undelivered(4), []);
    const [waiting] = await store.undelivered(5);
    assert.deepEqual([waiting?.taskId, waiting?.at], ['t1', 5]);
    assert.equal(waiting?.submission.message?.content, '');
    await store.markDelivered(submission('m1'));
    assert.deepEqual(await store.undelivered(5), []);
  }),

  storeCase('folds a task from its log, and from a snapshot and what follows', async (store) => {
    await begun(store);
    const more = Array.from({ length: 400 }, (_, index) => numbered(index + 3, RESUMED));
    await append(store, more.slice(0, 300));
    const task = await store.load('t1');
    assert.ok(task);
    await store.storeSnapshot(task);
    await append(store, more.slice(300));
    const whole = foldTask(await store.events('t1', 0, 1000));
    assert.deepEqual(withoutUndefined(await store.load('t1')), withoutUndefined(whole));
    assert.deepEqual(withoutUndefined(await store.load('t1', task)), withoutUndefined(whole));
    assert.deepEqual(
      (await store.events('t1', 10, 5)).map(({ generation }) => generation),
      [11, 12, 13, 14, 15],
    );
  }),

  storeCase('finds the newest completed task of a conversation, and lists tasks', async (store) => {
    for (const id of ['t1', 't2', 't3']) {
      await begun(store, id);
      await store.close({
        taskId: id,
        records: [{ event: { ...numbered(3, FINISHED), at: 10 + Number(id.slice(1)) } }],
        state: 'completed',
      });
    }
    const sender = { principal: 'p', agent: 'a' };
    assert.equal((await store.findLatestCompletedTask(sender, 'c'))?.id, 't3');
    assert.equal(
      await store.findLatestCompletedTask({ ...sender, principal: 'q' }, 'c'),
      undefined,
    );
    const first = await store.page({ principal: 'p', state: 'completed', pageSize: 2 });
    const { nextPageToken: pageToken = '' } = first;
    const second = await store.page({ principal: 'p', pageSize: 2, pageToken });
    assert.deepEqual(
      [...first.tasks, ...second.tasks].map((task) => task.id),
      ['t3', 't2', 't1'],
    );
    assert.deepEqual([first.total, second.nextPageToken], [3, undefined]);
    assert.equal((await store.page({ principal: 'p', changedSince: 13, pageSize: 9 })).total, 1);
  }),

  storeCase('shows output in progress until its step has ended', async (store) => {
    await begun(store);
    const delta = { type: 'text', text: 'hel' } as const;
    await store.storeDeltas('t1', [{ step: 1, attempt: 1, position: 1, after: 2, delta }]);
    const start = { step: 0, attempt: 0, position: 0 };
    assert.deepEqual(
      (await store.listDeltasAfter('t1', start)).map((shown) => shown.delta),
      [delta],
    );
    assert.deepEqual(await store.listDeltasAfter('t1', { step: 1, attempt: 1, position: 1 }), []);
    await append(store, [numbered(3, { type: 'model.lost', step: 1, attempt: 1 })]);
    assert.deepEqual(await store.listDeltasAfter('t1', start), []);
  }),

  storeCase('tells whoever watches from elsewhere', async (store, again) => {
    const other = createTaskStore(await again());
    let told = (): void => undefined;
    const news = new Promise<void>((resolve) => {
      told = resolve;
    });
    const stop = other.watch(() => void seen());
    async function seen(): Promise<void> {
      if ((await other.load('t1'))?.generation === 2) told();
    }
    await begun(store);
    await news;
    stop();
    await other.closeDatabase();
  }),

  storeCase('keeps text as it is, whatever is in it', async (store) => {
    const text = 'nul \u0000, lone \ud800, quote \' " ? $1 \\ 🙂';
    await begun(store, 't1', text);
    const task = await store.load('t1');
    assert.ok(task);
    assert.deepEqual(buildTranscript(task), [{ role: 'user', content: text }]);
  }),
];

/** A snapshot is JSON, which has no undefined fields. */
function withoutUndefined(task: object | undefined): object {
  return Object.fromEntries(Object.entries(task ?? {}).filter(([, value]) => value !== undefined));
}

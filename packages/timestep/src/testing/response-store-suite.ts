import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type { ResponseStore, StoredResponse } from '../port/index.ts';
import type { ResponseStoreOptions } from '../store/index.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

/** Makes a store with these bounds; each case gets a fresh one. */
export type CreateResponseStore = (
  options: ResponseStoreOptions,
) => ResponseStore | Promise<ResponseStore>;

/** One thing every store of responses must do. */
export interface ResponseStoreCase {
  readonly name: string;
  readonly run: (create: CreateResponseStore) => Promise<void>;
}

interface Site {
  readonly store: ResponseStore;
  readonly clock: ManualClock;
}

type Bounds = Omit<ResponseStoreOptions, 'clock'>;

/** As long as the body of a response without text in `record`. */
const SIZE = record('r1').body.length;

/**
 * What every store of responses must do, wherever it keeps them. Run each case as a test of its
 * own.
 */
export const responseStoreSuite: readonly ResponseStoreCase[] = [
  storeCase('keeps responses and finds their items, until they are deleted', {}, async (site) => {
    const { store } = site;
    deepStrictEqual(await put(store, record('r1')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
    deepStrictEqual(await store.getByItem('ann', 'msg_r1'), record('r1'));
    deepStrictEqual(await store.delete('ann', 'r1'), record('r1'));
    deepStrictEqual(await store.get('ann', 'r1'), undefined);
    deepStrictEqual(await store.getByItem('ann', 'msg_r1'), undefined);
    deepStrictEqual(await store.delete('ann', 'r1'), undefined);
  }),

  storeCase('replaces a response by its newer form', { maxEntries: 1 }, async ({ store }) => {
    await put(store, record('r1'));
    deepStrictEqual(await put(store, record('r1', 'ann', 'newer')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1', 'ann', 'newer'));
  }),

  storeCase('does not find responses of another principal', {}, async ({ store }) => {
    await put(store, record('r1'));
    deepStrictEqual(await store.get('bob', 'r1'), undefined);
    deepStrictEqual(await store.getByItem('bob', 'msg_r1'), undefined);
    deepStrictEqual(await store.delete('bob', 'r1'), undefined);
    ok(await store.get('ann', 'r1'));
  }),

  storeCase(
    'drops the least recently used beyond its number, and says which',
    { maxEntries: 2 },
    async ({ store }) => {
      await put(store, record('r1'));
      await put(store, record('r2'));
      await store.get('ann', 'r1');
      deepStrictEqual(ids(await put(store, record('r3'))), ['r2']);
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(await store.getByItem('ann', 'msg_r2'), undefined);
      ok(await store.get('ann', 'r1'));
    },
  ),

  storeCase(
    'drops the least recently used beyond its size',
    { maxSize: 2 * SIZE },
    async ({ store }) => {
      await put(store, record('r1'));
      await put(store, record('r2'));
      deepStrictEqual(ids(await put(store, record('r3'))), ['r1']);
      const large = record('r4', 'ann', 'x'.repeat(2 * SIZE));
      deepStrictEqual(ids(await put(store, large)), ['r2', 'r3', 'r4']);
      deepStrictEqual(await put(store, record('r5')), []);
    },
  ),

  storeCase(
    'drops what was not used for its time to live',
    { ttlMs: 100 },
    async ({ store, clock }) => {
      await put(store, record('r1'));
      await put(store, record('r2'));
      clock.advance(99);
      await store.getByItem('ann', 'msg_r1');
      clock.advance(1);
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(await store.delete('ann', 'r2'), undefined);
      ok(await store.get('ann', 'r1'));
      deepStrictEqual(ids(await put(store, record('r3'))), ['r2']);
    },
  ),

  storeCase(
    'keeps what has not ended beyond its time to live, and nothing else',
    { ttlMs: 100 },
    async ({ store, clock }) => {
      await put(store, begun('r1'));
      await put(store, record('r2'));
      clock.advance(100);
      deepStrictEqual(ids(await put(store, record('r3'))), ['r2']);
      deepStrictEqual(await end(store, record('r1')), []);
      deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
      clock.advance(100);
      deepStrictEqual(await store.get('ann', 'r1'), undefined);
    },
  ),

  storeCase(
    'stays within its bounds however much it is given',
    { maxEntries: 10 },
    async ({ store }) => {
      let dropped = 0;
      for (let index = 0; index < 300; index += 1) {
        dropped += (await put(store, record(`r${index}`))).length;
      }
      deepStrictEqual(dropped, 290);
    },
  ),

  storeCase('stays within them when many put at once', { maxEntries: 5 }, async ({ store }) => {
    const all = Array.from({ length: 20 }, (_, index) => put(store, record(`r${index}`)));
    const dropped = ids((await Promise.all(all)).flat());
    deepStrictEqual([dropped.length, new Set(dropped).size], [15, 15]);
  }),

  storeCase(
    'makes room among what a principal has itself, by number',
    { maxEntriesPerPrincipal: 2 },
    async ({ store }) => {
      await put(store, record('b1', 'bob'));
      for (const id of ['r1', 'r2', 'r3']) await put(store, record(id));
      await store.get('ann', 'r2');
      deepStrictEqual(ids(await put(store, record('r4'))), ['r3']);
      deepStrictEqual(await store.get('ann', 'r1'), undefined);
      ok(await store.get('ann', 'r2'));
      ok(await store.get('bob', 'b1'));
      await store.delete('ann', 'r2');
      deepStrictEqual(await put(store, record('r5')), []);
    },
  ),

  storeCase(
    'makes room among what a principal has itself, by size',
    { maxSizePerPrincipal: 2 * SIZE },
    async ({ store }) => {
      await put(store, record('b1', 'bob'));
      await put(store, record('r1'));
      await put(store, record('r2'));
      deepStrictEqual(ids(await put(store, record('r3', 'ann', 'x'.repeat(SIZE)))), ['r1', 'r2']);
      ok(await store.get('bob', 'b1'));
    },
  ),

  storeCase(
    'makes room for all among what the principal with most of them has',
    { maxEntries: 4 },
    async ({ store }) => {
      await put(store, begun('going', 'bob'));
      await put(store, record('old', 'bob'));
      const dropped = [];
      for (const id of ['r1', 'r2', 'r3', 'r4']) dropped.push(ids(await put(store, record(id))));
      deepStrictEqual(dropped, [[], [], ['r1'], ['r2']]);
      deepStrictEqual(ids(await put(store, record('c1', 'eve'))), ['r3']);
      ok(await store.get('bob', 'old'));
      ok(await store.get('bob', 'going'));
    },
  ),

  storeCase('drops nothing that has not ended', { maxEntries: 2 }, async ({ store }) => {
    await put(store, begun('r1'));
    await put(store, record('r2'));
    deepStrictEqual(ids(await put(store, record('r3'))), ['r2']);
    await put(store, begun('r4'));
    deepStrictEqual(ids(await put(store, record('r5'))), ['r5']);
    deepStrictEqual(await end(store, record('r1')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
  }),

  storeCase(
    'refuses what would begin beyond what a principal may have unfinished, and changes nothing',
    { maxEntriesPerPrincipal: 2 },
    async ({ store }) => {
      await put(store, begun('r1'));
      await put(store, begun('r2'));
      await rejects(put(store, begun('r3')), { code: 'principal-full' });
      deepStrictEqual(await store.get('ann', 'r3'), undefined);
      deepStrictEqual(await put(store, begun('b1', 'bob')), []);
      deepStrictEqual(await end(store, record('r1')), []);
      deepStrictEqual(ids(await put(store, begun('r3'))), ['r1']);
    },
  ),

  storeCase(
    'refuses what would begin beyond all that may be unfinished',
    { maxSize: 2 * SIZE },
    async ({ store }) => {
      await put(store, begun('b1', 'bob'));
      await put(store, begun('r1'));
      const large = begun('r2', 'ann', 'x'.repeat(2 * SIZE));
      await rejects(put(store, large), { code: 'full' });
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(ids(await store.unfinished(['a'], undefined, 9)), ['r1', 'b1']);
    },
  ),

  storeCase('keeps the first end of a response, and no other', {}, async ({ store }) => {
    await put(store, begun('r1'));
    deepStrictEqual(await end(store, record('r1')), []);
    deepStrictEqual(await end(store, record('r1', 'ann', 'other')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
    ok(await store.getByItem('ann', 'msg_r1'));
  }),

  storeCase('keeps no end of what is gone', {}, async ({ store }) => {
    await put(store, begun('r1'));
    await store.delete('ann', 'r1');
    deepStrictEqual(await end(store, record('r1')), [record('r1')]);
    deepStrictEqual(await store.get('ann', 'r1'), undefined);
  }),

  storeCase('lists what has not ended, of these agents alone', {}, async ({ store }) => {
    for (const id of ['r1', 'r3', 'r4', 'r5']) await put(store, begun(id));
    await put(store, record('r2'));
    await put(store, { ...begun('r6'), agent: 'other' });
    await end(store, record('r3'));
    await store.delete('ann', 'r4');
    deepStrictEqual(await store.unfinished([], undefined, 9), []);
    deepStrictEqual(ids(await store.unfinished(['b', 'a'], undefined, 9)), ['r1', 'r5']);
    deepStrictEqual(ids(await store.unfinished(['other'], undefined, 9)), ['r6']);
    deepStrictEqual(ids(await store.unfinished(['a', 'other'], undefined, 9)), ['r1', 'r5', 'r6']);
  }),

  storeCase(
    'lists responses that have not ended after a given one, up to a number',
    {},
    async ({ store }) => {
      const all = [begun('r2', 'bob'), begun('r3'), begun('r1', 'bob'), begun('r1'), begun('r2')];
      for (const response of all) await put(store, response);
      const seen: string[] = [];
      let after: StoredResponse | undefined;
      for (let pages = 0; pages < 3; pages += 1) {
        const page = await store.unfinished(['a'], after, 2);
        seen.push(...page.map(({ principal, id }) => `${principal} ${id}`));
        after = page.at(-1);
      }
      deepStrictEqual(seen, ['ann r1', 'ann r2', 'ann r3', 'bob r1', 'bob r2']);
      deepStrictEqual(await store.unfinished(['a'], after, 2), []);
      // A response that has ended meanwhile still marks where to continue.
      await end(store, record('r1'));
      deepStrictEqual(ids(await store.unfinished(['a'], begun('r1'), 1)), ['r2']);
    },
  ),
];

function storeCase(
  name: string,
  bounds: Bounds,
  check: (site: Site) => Promise<void>,
): ResponseStoreCase {
  return {
    name,
    async run(create) {
      const clock = manualClock(1000);
      await check({ clock, store: await create({ clock, ...bounds }) });
    },
  };
}

function ids(responses: readonly StoredResponse[]): string[] {
  return responses.map(({ id }) => id);
}

/** Keeps a response with one output item, which is named after it. */
function put(store: ResponseStore, response: StoredResponse): Promise<readonly StoredResponse[]> {
  return store.put(response, itemIdsOf(response));
}

function end(store: ResponseStore, response: StoredResponse): Promise<readonly StoredResponse[]> {
  return store.end(response, itemIdsOf(response));
}

function itemIdsOf({ id, isUnfinished }: StoredResponse): string[] {
  return isUnfinished ? [] : [`msg_${id}`];
}

function begun(id: string, principal = 'ann', text = ''): StoredResponse {
  return { ...record(id, principal, text), isUnfinished: true };
}

function record(id: string, principal = 'ann', text = ''): StoredResponse {
  const body = JSON.stringify({ id, text });
  return { principal, id, agent: 'a', isUnfinished: false, body };
}

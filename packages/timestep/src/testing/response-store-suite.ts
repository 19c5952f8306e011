import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type { ResponseStore, StoredResponse } from '#engine/port';
import type { ResponseStoreOptions } from '#engine/store';
import { createManualClock, type ManualClock } from './manual-clock.ts';

/** Creates a store with these limits. Each case gets a fresh one. */
export type CreateResponseStore = (
  options: ResponseStoreOptions,
) => ResponseStore | Promise<ResponseStore>;

/** A test case for response stores. */
export interface ResponseStoreCase {
  readonly name: string;
  readonly run: (create: CreateResponseStore) => Promise<void>;
}

interface StoreAndClock {
  readonly store: ResponseStore;
  readonly clock: ManualClock;
}

type StoreLimits = Omit<ResponseStoreOptions, 'clock'>;

/** Size of a stored response that contains no text, in characters. */
const SIZE = createResponse('r1').body.length;

/** Test cases that every response store must pass. Run each case as a separate test. */
export const responseStoreSuite: readonly ResponseStoreCase[] = [
  createStoreCase(
    'keeps responses and finds their items, until they are deleted',
    {},
    async (site) => {
      const { store } = site;
      deepStrictEqual(await storeAndListDeleted(store, createResponse('r1')), []);
      deepStrictEqual(await store.get('ann', 'r1'), createResponse('r1'));
      deepStrictEqual(await store.getByItem('ann', 'msg_r1'), createResponse('r1'));
      deepStrictEqual(await store.delete('ann', 'r1'), createResponse('r1'));
      deepStrictEqual(await store.get('ann', 'r1'), undefined);
      deepStrictEqual(await store.getByItem('ann', 'msg_r1'), undefined);
      deepStrictEqual(await store.delete('ann', 'r1'), undefined);
    },
  ),

  createStoreCase('replaces a response by its newer form', { maxEntries: 1 }, async ({ store }) => {
    await storeAndListDeleted(store, createResponse('r1'));
    deepStrictEqual(await storeAndListDeleted(store, createResponse('r1', 'ann', 'newer')), []);
    deepStrictEqual(await store.get('ann', 'r1'), createResponse('r1', 'ann', 'newer'));
  }),

  createStoreCase('does not find responses of another principal', {}, async ({ store }) => {
    await storeAndListDeleted(store, createResponse('r1'));
    deepStrictEqual(await store.get('bob', 'r1'), undefined);
    deepStrictEqual(await store.getByItem('bob', 'msg_r1'), undefined);
    deepStrictEqual(await store.delete('bob', 'r1'), undefined);
    ok(await store.get('ann', 'r1'));
  }),

  createStoreCase(
    'drops the least recently used beyond its number, and says which',
    { maxEntries: 2 },
    async ({ store }) => {
      await storeAndListDeleted(store, createResponse('r1'));
      await storeAndListDeleted(store, createResponse('r2'));
      await store.get('ann', 'r1');
      deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r3'))), [
        'r2',
      ]);
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(await store.getByItem('ann', 'msg_r2'), undefined);
      ok(await store.get('ann', 'r1'));
    },
  ),

  createStoreCase(
    'drops the least recently used beyond its size',
    { maxSize: 2 * SIZE },
    async ({ store }) => {
      await storeAndListDeleted(store, createResponse('r1'));
      await storeAndListDeleted(store, createResponse('r2'));
      deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r3'))), [
        'r1',
      ]);
      const large = createResponse('r4', 'ann', 'x'.repeat(2 * SIZE));
      deepStrictEqual(listResponseIds(await storeAndListDeleted(store, large)), ['r2', 'r3', 'r4']);
      deepStrictEqual(await storeAndListDeleted(store, createResponse('r5')), []);
    },
  ),

  createStoreCase(
    'drops what was not used for its time to live',
    { ttlMs: 100 },
    async ({ store, clock }) => {
      await storeAndListDeleted(store, createResponse('r1'));
      await storeAndListDeleted(store, createResponse('r2'));
      clock.advance(99);
      await store.getByItem('ann', 'msg_r1');
      clock.advance(1);
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(await store.delete('ann', 'r2'), undefined);
      ok(await store.get('ann', 'r1'));
      deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r3'))), [
        'r2',
      ]);
    },
  ),

  createStoreCase(
    'keeps what has not ended beyond its time to live, and nothing else',
    { ttlMs: 100 },
    async ({ store, clock }) => {
      await storeAndListDeleted(store, createUnfinishedResponse('r1'));
      await storeAndListDeleted(store, createResponse('r2'));
      clock.advance(100);
      deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r3'))), [
        'r2',
      ]);
      deepStrictEqual(await endAndListDeleted(store, createResponse('r1')), []);
      deepStrictEqual(await store.get('ann', 'r1'), createResponse('r1'));
      clock.advance(100);
      deepStrictEqual(await store.get('ann', 'r1'), undefined);
    },
  ),

  createStoreCase(
    'stays within its bounds however much it is given',
    { maxEntries: 10 },
    async ({ store }) => {
      let dropped = 0;
      for (let index = 0; index < 300; index += 1) {
        dropped += (await storeAndListDeleted(store, createResponse(`r${index}`))).length;
      }
      deepStrictEqual(dropped, 290);
    },
  ),

  createStoreCase(
    'stays within them when many put at once',
    { maxEntries: 5 },
    async ({ store }) => {
      const all = Array.from({ length: 20 }, (_, index) =>
        storeAndListDeleted(store, createResponse(`r${index}`)),
      );
      const dropped = listResponseIds((await Promise.all(all)).flat());
      deepStrictEqual([dropped.length, new Set(dropped).size], [15, 15]);
    },
  ),

  createStoreCase(
    'makes room among what a principal has itself, by number',
    { maxEntriesPerPrincipal: 2 },
    async ({ store }) => {
      await storeAndListDeleted(store, createResponse('b1', 'bob'));
      for (const id of ['r1', 'r2', 'r3']) await storeAndListDeleted(store, createResponse(id));
      await store.get('ann', 'r2');
      deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r4'))), [
        'r3',
      ]);
      deepStrictEqual(await store.get('ann', 'r1'), undefined);
      ok(await store.get('ann', 'r2'));
      ok(await store.get('bob', 'b1'));
      await store.delete('ann', 'r2');
      deepStrictEqual(await storeAndListDeleted(store, createResponse('r5')), []);
    },
  ),

  createStoreCase(
    'makes room among what a principal has itself, by size',
    { maxSizePerPrincipal: 2 * SIZE },
    async ({ store }) => {
      await storeAndListDeleted(store, createResponse('b1', 'bob'));
      await storeAndListDeleted(store, createResponse('r1'));
      await storeAndListDeleted(store, createResponse('r2'));
      deepStrictEqual(
        listResponseIds(
          await storeAndListDeleted(store, createResponse('r3', 'ann', 'x'.repeat(SIZE))),
        ),
        ['r1', 'r2'],
      );
      ok(await store.get('bob', 'b1'));
    },
  ),

  createStoreCase(
    'makes room for all among what the principal with most of them has',
    { maxEntries: 4 },
    async ({ store }) => {
      await storeAndListDeleted(store, createUnfinishedResponse('going', 'bob'));
      await storeAndListDeleted(store, createResponse('old', 'bob'));
      const dropped = [];
      for (const id of ['r1', 'r2', 'r3', 'r4'])
        dropped.push(listResponseIds(await storeAndListDeleted(store, createResponse(id))));
      deepStrictEqual(dropped, [[], [], ['r1'], ['r2']]);
      deepStrictEqual(
        listResponseIds(await storeAndListDeleted(store, createResponse('c1', 'eve'))),
        ['r3'],
      );
      ok(await store.get('bob', 'old'));
      ok(await store.get('bob', 'going'));
    },
  ),

  createStoreCase('drops nothing that has not ended', { maxEntries: 2 }, async ({ store }) => {
    await storeAndListDeleted(store, createUnfinishedResponse('r1'));
    await storeAndListDeleted(store, createResponse('r2'));
    deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r3'))), [
      'r2',
    ]);
    await storeAndListDeleted(store, createUnfinishedResponse('r4'));
    deepStrictEqual(listResponseIds(await storeAndListDeleted(store, createResponse('r5'))), [
      'r5',
    ]);
    deepStrictEqual(await endAndListDeleted(store, createResponse('r1')), []);
    deepStrictEqual(await store.get('ann', 'r1'), createResponse('r1'));
  }),

  createStoreCase(
    'refuses what would begin beyond what a principal may have unfinished, and changes nothing',
    { maxEntriesPerPrincipal: 2 },
    async ({ store }) => {
      await storeAndListDeleted(store, createUnfinishedResponse('r1'));
      await storeAndListDeleted(store, createUnfinishedResponse('r2'));
      await rejects(storeAndListDeleted(store, createUnfinishedResponse('r3')), {
        code: 'principal-full',
      });
      deepStrictEqual(await store.get('ann', 'r3'), undefined);
      deepStrictEqual(await storeAndListDeleted(store, createUnfinishedResponse('b1', 'bob')), []);
      deepStrictEqual(await endAndListDeleted(store, createResponse('r1')), []);
      deepStrictEqual(
        listResponseIds(await storeAndListDeleted(store, createUnfinishedResponse('r3'))),
        ['r1'],
      );
    },
  ),

  createStoreCase(
    'refuses what would begin beyond all that may be unfinished',
    { maxSize: 2 * SIZE },
    async ({ store }) => {
      await storeAndListDeleted(store, createUnfinishedResponse('b1', 'bob'));
      await storeAndListDeleted(store, createUnfinishedResponse('r1'));
      const large = createUnfinishedResponse('r2', 'ann', 'x'.repeat(2 * SIZE));
      await rejects(storeAndListDeleted(store, large), { code: 'full' });
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(listResponseIds(await store.listUnfinished(['a'], undefined, 9)), [
        'r1',
        'b1',
      ]);
    },
  ),

  createStoreCase('keeps the first end of a response, and no other', {}, async ({ store }) => {
    await storeAndListDeleted(store, createUnfinishedResponse('r1'));
    deepStrictEqual(await endAndListDeleted(store, createResponse('r1')), []);
    deepStrictEqual(await endAndListDeleted(store, createResponse('r1', 'ann', 'other')), []);
    deepStrictEqual(await store.get('ann', 'r1'), createResponse('r1'));
    ok(await store.getByItem('ann', 'msg_r1'));
  }),

  createStoreCase('keeps no end of what is gone', {}, async ({ store }) => {
    await storeAndListDeleted(store, createUnfinishedResponse('r1'));
    await store.delete('ann', 'r1');
    deepStrictEqual(await endAndListDeleted(store, createResponse('r1')), [createResponse('r1')]);
    deepStrictEqual(await store.get('ann', 'r1'), undefined);
  }),

  createStoreCase('lists what has not ended, of these agents alone', {}, async ({ store }) => {
    for (const id of ['r1', 'r3', 'r4', 'r5'])
      await storeAndListDeleted(store, createUnfinishedResponse(id));
    await storeAndListDeleted(store, createResponse('r2'));
    await storeAndListDeleted(store, { ...createUnfinishedResponse('r6'), agent: 'other' });
    await endAndListDeleted(store, createResponse('r3'));
    await store.delete('ann', 'r4');
    deepStrictEqual(await store.listUnfinished([], undefined, 9), []);
    deepStrictEqual(listResponseIds(await store.listUnfinished(['b', 'a'], undefined, 9)), [
      'r1',
      'r5',
    ]);
    deepStrictEqual(listResponseIds(await store.listUnfinished(['other'], undefined, 9)), ['r6']);
    deepStrictEqual(listResponseIds(await store.listUnfinished(['a', 'other'], undefined, 9)), [
      'r1',
      'r5',
      'r6',
    ]);
  }),

  createStoreCase(
    'lists responses that have not ended after a given one, up to a number',
    {},
    async ({ store }) => {
      const all = [
        createUnfinishedResponse('r2', 'bob'),
        createUnfinishedResponse('r3'),
        createUnfinishedResponse('r1', 'bob'),
        createUnfinishedResponse('r1'),
        createUnfinishedResponse('r2'),
      ];
      for (const response of all) await storeAndListDeleted(store, response);
      const seen: string[] = [];
      let after: StoredResponse | undefined;
      for (let pages = 0; pages < 3; pages += 1) {
        const page = await store.listUnfinished(['a'], after, 2);
        seen.push(...page.map(({ principal, id }) => `${principal} ${id}`));
        after = page.at(-1);
      }
      deepStrictEqual(seen, ['ann r1', 'ann r2', 'ann r3', 'bob r1', 'bob r2']);
      deepStrictEqual(await store.listUnfinished(['a'], after, 2), []);
      // The position of a page may be a response that has ended since the page was read.
      await endAndListDeleted(store, createResponse('r1'));
      deepStrictEqual(
        listResponseIds(await store.listUnfinished(['a'], createUnfinishedResponse('r1'), 1)),
        ['r2'],
      );
    },
  ),
];

function createStoreCase(
  name: string,
  bounds: StoreLimits,
  check: (site: StoreAndClock) => Promise<void>,
): ResponseStoreCase {
  return {
    name,
    async run(create) {
      const clock = createManualClock(1000);
      await check({ clock, store: await create({ clock, ...bounds }) });
    },
  };
}

function listResponseIds(responses: readonly StoredResponse[]): string[] {
  return responses.map(({ id }) => id);
}

/** Stores a response with one output item, named after the response. */
function storeAndListDeleted(
  store: ResponseStore,
  response: StoredResponse,
): Promise<readonly StoredResponse[]> {
  return store.put(response, listItemIds(response));
}

function endAndListDeleted(
  store: ResponseStore,
  response: StoredResponse,
): Promise<readonly StoredResponse[]> {
  return store.end(response, listItemIds(response));
}

function listItemIds({ id, isUnfinished }: StoredResponse): string[] {
  return isUnfinished ? [] : [`msg_${id}`];
}

function createUnfinishedResponse(id: string, principal = 'ann', text = ''): StoredResponse {
  return { ...createResponse(id, principal, text), isUnfinished: true };
}

function createResponse(id: string, principal = 'ann', text = ''): StoredResponse {
  const body = JSON.stringify({ id, text });
  return { principal, id, agent: 'a', isUnfinished: false, body };
}

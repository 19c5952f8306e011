import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type {
  MemoryResponseStoreOptions,
  ResponseLease,
  ResponseObject,
  ResponseStore,
  StoredResponse,
} from '../responses/index.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

/** Makes a store within bounds; each case gets a fresh one. */
export type CreateResponseStore = (
  options: MemoryResponseStoreOptions,
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

type Bounds = Omit<MemoryResponseStoreOptions, 'clock'>;

/** As long as the JSON of a response without text in `record`. */
const SIZE = JSON.stringify(record('r1')).length;

/** What every store of responses must do, whatever keeps them. Run each case as a test of its own. */
export const responseStoreSuite: readonly ResponseStoreCase[] = [
  storeCase('keeps responses and finds their items, until they are deleted', {}, async (site) => {
    const { store } = site;
    deepStrictEqual(await store.put(record('r1')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
    deepStrictEqual((await store.item('ann', 'msg_r1'))?.id, 'msg_r1');
    deepStrictEqual(await store.delete('ann', 'r1'), record('r1'));
    deepStrictEqual(await store.get('ann', 'r1'), undefined);
    deepStrictEqual(await store.item('ann', 'msg_r1'), undefined);
    deepStrictEqual(await store.delete('ann', 'r1'), undefined);
  }),

  storeCase('replaces a response by its newer form', { maxEntries: 1 }, async ({ store }) => {
    await store.put(record('r1'));
    deepStrictEqual(await store.put(record('r1', 'ann', 'newer')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1', 'ann', 'newer'));
  }),

  storeCase('knows nothing of what belongs to another principal', {}, async ({ store }) => {
    await store.put(record('r1'));
    deepStrictEqual(await store.get('bob', 'r1'), undefined);
    deepStrictEqual(await store.item('bob', 'msg_r1'), undefined);
    deepStrictEqual(await store.delete('bob', 'r1'), undefined);
    ok(await store.get('ann', 'r1'));
  }),

  storeCase(
    'drops the least recently used beyond its number, and says which',
    { maxEntries: 2 },
    async ({ store }) => {
      await store.put(record('r1'));
      await store.put(record('r2'));
      await store.get('ann', 'r1');
      deepStrictEqual(ids(await store.put(record('r3'))), ['r2']);
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(await store.item('ann', 'msg_r2'), undefined);
      ok(await store.get('ann', 'r1'));
    },
  ),

  storeCase(
    'drops the least recently used beyond its size',
    { maxSize: 2 * SIZE },
    async ({ store }) => {
      await store.put(record('r1'));
      await store.put(record('r2'));
      deepStrictEqual(ids(await store.put(record('r3'))), ['r1']);
      const large = record('r4', 'ann', 'x'.repeat(2 * SIZE));
      deepStrictEqual(ids(await store.put(large)), ['r2', 'r3', 'r4']);
      deepStrictEqual(await store.put(record('r5')), []);
    },
  ),

  storeCase(
    'drops what was not used for its time to live',
    { ttlMs: 100 },
    async ({ store, clock }) => {
      await store.put(record('r1'));
      await store.put(record('r2'));
      clock.advance(99);
      await store.item('ann', 'msg_r1');
      clock.advance(1);
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(await store.delete('ann', 'r2'), undefined);
      ok(await store.get('ann', 'r1'));
      deepStrictEqual(ids(await store.put(record('r3'))), ['r2']);
    },
  ),

  storeCase(
    'keeps what has not ended beyond its time to live, and nothing else',
    { ttlMs: 100 },
    async ({ store, clock }) => {
      await store.put(begun('r1'));
      await store.put(record('r2'));
      clock.advance(100);
      deepStrictEqual(ids(await store.put(record('r3'))), ['r2']);
      deepStrictEqual(await store.end(record('r1')), []);
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
        dropped += (await store.put(record(`r${index}`))).length;
      }
      deepStrictEqual(dropped, 290);
    },
  ),

  storeCase('stays within them when many put at once', { maxEntries: 5 }, async ({ store }) => {
    const put = Array.from({ length: 20 }, (_, index) => store.put(record(`r${index}`)));
    const dropped = ids((await Promise.all(put)).flat());
    deepStrictEqual([dropped.length, new Set(dropped).size], [15, 15]);
  }),

  storeCase(
    'makes room among what a principal has itself, by number',
    { maxEntriesPerPrincipal: 2 },
    async ({ store }) => {
      await store.put(record('b1', 'bob'));
      for (const id of ['r1', 'r2', 'r3']) await store.put(record(id));
      await store.get('ann', 'r2');
      deepStrictEqual(ids(await store.put(record('r4'))), ['r3']);
      deepStrictEqual(await store.get('ann', 'r1'), undefined);
      ok(await store.get('ann', 'r2'));
      ok(await store.get('bob', 'b1'));
      await store.delete('ann', 'r2');
      deepStrictEqual(await store.put(record('r5')), []);
    },
  ),

  storeCase(
    'makes room among what a principal has itself, by size',
    { maxSizePerPrincipal: 2 * SIZE },
    async ({ store }) => {
      await store.put(record('b1', 'bob'));
      await store.put(record('r1'));
      await store.put(record('r2'));
      deepStrictEqual(ids(await store.put(record('r3', 'ann', 'x'.repeat(SIZE)))), ['r1', 'r2']);
      ok(await store.get('bob', 'b1'));
    },
  ),

  storeCase(
    'makes room for all among what the principal with most of them has',
    { maxEntries: 4 },
    async ({ store }) => {
      await store.put({ ...begun('going'), principal: 'bob' }, lease('a', 0));
      await store.put(record('old', 'bob'));
      const dropped = [];
      for (const id of ['r1', 'r2', 'r3', 'r4']) dropped.push(ids(await store.put(record(id))));
      deepStrictEqual(dropped, [[], [], ['r1'], ['r2']]);
      deepStrictEqual(ids(await store.put(record('c1', 'eve'))), ['r3']);
      ok(await store.get('bob', 'old'));
      ok(await store.get('bob', 'going'));
    },
  ),

  storeCase('drops nothing that has not ended', { maxEntries: 2 }, async ({ store }) => {
    await store.put(begun('r1'), lease('a', 0));
    await store.put(record('r2'));
    deepStrictEqual(ids(await store.put(record('r3'))), ['r2']);
    await store.put(begun('r4'), lease('a', 0));
    deepStrictEqual(ids(await store.put(record('r5'))), ['r5']);
    deepStrictEqual(await store.end(record('r1')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
  }),

  storeCase(
    'refuses what would begin beyond what a principal may have unfinished, and changes nothing',
    { maxEntriesPerPrincipal: 2 },
    async ({ store }) => {
      await store.put(begun('r1'), lease('a', 0));
      await store.put(begun('r2'), lease('a', 0));
      await rejects(store.put(begun('r3'), lease('a', 0)), { code: 'principal-full' });
      deepStrictEqual(await store.get('ann', 'r3'), undefined);
      deepStrictEqual(await store.put({ ...begun('b1'), principal: 'bob' }), []);
      deepStrictEqual(await store.end(record('r1')), []);
      deepStrictEqual(ids(await store.put(begun('r3'), lease('a', 0))), ['r1']);
    },
  ),

  storeCase(
    'refuses what would begin beyond all that may be unfinished',
    { maxSize: 2 * SIZE },
    async ({ store }) => {
      await store.put({ ...begun('b1'), principal: 'bob' });
      await store.put(begun('r1'));
      const large = { ...begun('r2'), agent: 'x'.repeat(2 * SIZE) };
      await rejects(store.put(large), { code: 'full' });
      deepStrictEqual(await store.get('ann', 'r2'), undefined);
      deepStrictEqual(ids(await store.claim(lease('a', 0), ['a'])), ['b1', 'r1']);
    },
  ),

  storeCase('keeps the first end of a response, and no other', {}, async ({ store }) => {
    await store.put(begun('r1'), lease('a', 0));
    deepStrictEqual(await store.end(record('r1')), []);
    deepStrictEqual(await store.end(record('r1', 'ann', 'other')), []);
    deepStrictEqual(await store.get('ann', 'r1'), record('r1'));
    ok(await store.item('ann', 'msg_r1'));
  }),

  storeCase('keeps no end of what is gone', {}, async ({ store }) => {
    await store.put(begun('r1'), lease('a', 0));
    await store.delete('ann', 'r1');
    deepStrictEqual(await store.end(record('r1')), [record('r1')]);
    deepStrictEqual(await store.get('ann', 'r1'), undefined);
  }),

  storeCase('hands over what is not finished, least recently used first', {}, async ({ store }) => {
    await store.put(begun('r1'));
    await store.put(record('r2'));
    await store.put(begun('r3'));
    await store.put(begun('r4'));
    await store.put(begun('r5'));
    await store.put({ ...begun('r6'), agent: 'other' });
    await store.end(record('r3'));
    await store.delete('ann', 'r4');
    await store.get('ann', 'r1');
    deepStrictEqual(await store.claim(lease('a', 0), []), []);
    deepStrictEqual(ids(await store.claim(lease('a', 0), ['b', 'a'])), ['r5', 'r1']);
    deepStrictEqual(ids(await store.claim(lease('b', 0), ['other'])), ['r6']);
  }),

  storeCase('hands over a response to one at a time', {}, async ({ store }) => {
    await store.put(begun('r1'));
    const claims = ['a', 'b', 'c'].map((holder) => store.claim(lease(holder, 0), ['a']));
    deepStrictEqual(ids((await Promise.all(claims)).flat()), ['r1']);
  }),

  storeCase('hands over nothing that is held', {}, async ({ store }) => {
    await store.put(begun('r1'), lease('a', 0));
    await store.put(begun('r2'), lease('c', -1));
    deepStrictEqual(ids(await store.claim(lease('b', 9), ['a'])), ['r2']);
    deepStrictEqual(await store.hold(lease('a', 9), [begun('r1')]), []);
    deepStrictEqual(await store.claim(lease('b', 18), ['a']), []);
    deepStrictEqual(ids(await store.claim(lease('b', 19), ['a'])), ['r1', 'r2']);
    deepStrictEqual(ids(await store.hold(lease('a', 20), [begun('r1')])), ['r1']);
    deepStrictEqual(await store.claim(lease('c', 28), ['a']), []);
  }),

  storeCase('lets go of what is given back, and of what has ended', {}, async ({ store }) => {
    await store.put(begun('r1'), lease('a', 0));
    await store.put(begun('r2'), lease('a', 0));
    await store.end(record('r2'));
    const all = [begun('r1'), begun('r2'), begun('gone')];
    deepStrictEqual(await store.hold({ holder: 'a', now: 1, until: 1 }, all), []);
    deepStrictEqual(ids(await store.claim(lease('b', 1), ['a'])), ['r1']);
    deepStrictEqual(ids(await store.hold(lease('a', 2), all)), ['r1']);
  }),
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

function ids(records: readonly StoredResponse[]): string[] {
  return records.map(({ response }) => response.id);
}

/** A lease of ten milliseconds. */
function lease(holder: string, now: number): ResponseLease {
  return { holder, now, until: now + 10 };
}

/** A response that has not ended, as far as stores look at it. */
function begun(id: string): StoredResponse {
  const { response, ...rest } = record(id);
  return { ...rest, response: { ...response, output: [], status: 'in_progress' } };
}

/** A response as far as stores look at it. */
function record(id: string, principal = 'ann', text = ''): StoredResponse {
  const where = { agent: 'a', contextId: 'c', taskId: 't', transcriptLength: 2, instructed: false };
  const part = { type: 'output_text', text, annotations: [], logprobs: [] } as const;
  const item = {
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [part],
  } as const;
  const output = [{ id: `msg_${id}`, ...item }];
  const response = { id, output, status: 'completed' } as unknown as ResponseObject;
  return { principal, ...where, generation: 2, input: [], response };
}

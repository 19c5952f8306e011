import { deepStrictEqual, equal, rejects } from 'node:assert/strict';
import type { FileStore, UploadedFile } from '#engine/port';
import { createManualClock, type ManualClock } from './manual-clock.ts';

/** Size limits and clock of a file store. */
export interface FileStoreLimits {
  readonly clock: ManualClock;
  readonly maxFiles?: number;
  readonly maxFilesPerPrincipal?: number;
  readonly maxBytesPerPrincipal?: number;
}

/** Creates an empty store. Each case gets a fresh one. */
export type CreateFileStore = (limits: FileStoreLimits) => FileStore | Promise<FileStore>;

/** A test case for file stores. */
export interface FileStoreCase {
  readonly name: string;
  readonly run: (create: CreateFileStore) => Promise<void>;
}

/** Test cases that every file store must pass. Run each case as a separate test. */
export const fileStoreSuite: readonly FileStoreCase[] = [
  {
    name: 'returns what was put, each byte as it was',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      const content = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
      const file = createUploadedFile('ann', 'a', { size: content.length, filename: 'ä "b".pdf' });
      await store.put(file, content);
      await store.put(createUploadedFile('ann', 'empty', { size: 0 }), new Uint8Array());
      deepStrictEqual(await store.get('ann', 'a'), file);
      deepStrictEqual(await store.getContent('ann', 'a'), content);
      deepStrictEqual(await store.getContent('ann', 'empty'), new Uint8Array());
    },
  },
  {
    name: 'knows nothing of the files of other principals',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      await store.put(createUploadedFile('ann', 'a'), BYTES);
      equal(await store.get('bob', 'a'), undefined);
      equal(await store.getContent('bob', 'a'), undefined);
      equal(await store.delete('bob', 'a'), false);
      deepStrictEqual(await store.list({ principal: 'bob', order: 'asc', limit: 9 }), []);
      equal((await store.list({ principal: 'ann', order: 'asc', limit: 9 })).length, 1);
    },
  },
  {
    name: 'deletes a file once',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      await store.put(createUploadedFile('ann', 'a'), BYTES);
      equal(await store.delete('ann', 'a'), true);
      equal(await store.delete('ann', 'a'), false);
      equal(await store.getContent('ann', 'a'), undefined);
    },
  },
  {
    name: 'lists files page by page in both orders, those of one time by id',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      for (const [id, createdAt, purpose] of LISTED) {
        await store.put(createUploadedFile('ann', id, { createdAt, purpose }), BYTES);
      }
      const ids = async (order: 'asc' | 'desc', after?: string, limit = 2, purpose?: string) => {
        const query = {
          ...(after !== undefined && { after }),
          ...(purpose !== undefined && { purpose }),
        };
        const files = await store.list({ principal: 'ann', order, limit, ...query });
        return files.map(({ id }) => id);
      };
      deepStrictEqual(await ids('asc'), ['c', 'a']);
      deepStrictEqual(await ids('asc', 'a'), ['b', 'd']);
      deepStrictEqual(await ids('asc', 'd'), []);
      deepStrictEqual(await ids('desc'), ['d', 'b']);
      deepStrictEqual(await ids('desc', 'b', 9), ['a', 'c']);
      deepStrictEqual(await ids('asc', undefined, 9, 'vision'), ['c', 'b']);
      deepStrictEqual(await ids('asc', 'nothing'), []);
    },
  },
  {
    name: 'forgets what has expired, which makes room',
    async run(create) {
      const clock = createManualClock();
      const store = await create({ clock, maxFilesPerPrincipal: 1 });
      const now = clock.now();
      await store.put(createUploadedFile('ann', 'a', { expiresAt: now + 10 }), BYTES);
      clock.advance(9);
      equal((await store.get('ann', 'a'))?.id, 'a');
      clock.advance(1);
      equal(await store.get('ann', 'a'), undefined);
      equal(await store.getContent('ann', 'a'), undefined);
      equal(await store.delete('ann', 'a'), false);
      deepStrictEqual(await store.list({ principal: 'ann', order: 'asc', limit: 9 }), []);
      await store.put(createUploadedFile('ann', 'b'), BYTES);
      equal((await store.get('ann', 'b'))?.id, 'b');
    },
  },
  {
    name: 'refuses what there is no room for, and keeps what it has',
    async run(create) {
      const limits = { maxFiles: 3, maxFilesPerPrincipal: 2, maxBytesPerPrincipal: 7 };
      const store = await create({ clock: createManualClock(), ...limits });
      await store.put(createUploadedFile('ann', 'a'), BYTES);
      const tooLarge = store.put(createUploadedFile('ann', 'b', { size: 5 }), new Uint8Array(5));
      await rejects(tooLarge, { code: 'principal-full' });
      await store.put(createUploadedFile('ann', 'c'), BYTES);
      await rejects(store.put(createUploadedFile('ann', 'd'), BYTES), { code: 'principal-full' });
      await store.put(createUploadedFile('bob', 'a'), BYTES);
      await rejects(store.put(createUploadedFile('cid', 'a'), BYTES), { code: 'full' });
      await store.delete('ann', 'a');
      await store.put(createUploadedFile('cid', 'a'), BYTES);
      equal((await store.list({ principal: 'ann', order: 'asc', limit: 9 })).length, 1);
    },
  },
];

const BYTES = Uint8Array.of(1, 2, 3);

const LISTED = [
  ['d', 30, 'user_data'],
  ['c', 10, 'vision'],
  ['b', 20, 'vision'],
  ['a', 20, 'user_data'],
] as const;

function createUploadedFile(
  principal: string,
  id: string,
  change: Partial<UploadedFile> = {},
): UploadedFile {
  const about = { filename: 'a.txt', mediaType: 'text/plain', purpose: 'user_data' };
  return { principal, id, ...about, size: BYTES.length, createdAt: 1, ...change };
}

import { deepStrictEqual, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import type { AgentStorage } from '#engine/port';

/** A test case for agent storages. */
export interface AgentStorageCase {
  readonly name: string;
  readonly run: (storage: AgentStorage) => Promise<void>;
}

const CHANGED = { code: 'changed-underneath' };

async function readText(storage: AgentStorage, path: string): Promise<string | undefined> {
  const file = await storage.read(path);
  return file && new TextDecoder().decode(file.contents);
}

async function readVersion(storage: AgentStorage, path: string): Promise<string> {
  const file = await storage.read(path);
  ok(file, `${path} is missing`);
  return file.version;
}

/**
 * Test cases that every agent storage must pass. Run each case as a separate test, on an empty
 * storage.
 */
export const agentStorageSuite: readonly AgentStorageCase[] = [
  {
    name: 'keeps what was written, byte for byte',
    async run(storage) {
      const bytes = Uint8Array.from([0, 255, 10, 13, 128]);
      deepStrictEqual(await storage.list(), []);
      strictEqual(await storage.read('a.md'), undefined);
      const version = await storage.write('a.md', 'é\r\n', {});
      await storage.write('skills/x/assets/y.bin', bytes, {});
      strictEqual(await readText(storage, 'a.md'), 'é\r\n');
      strictEqual(await readVersion(storage, 'a.md'), version);
      const file = await storage.read('skills/x/assets/y.bin');
      deepStrictEqual(Array.from(file?.contents ?? []), Array.from(bytes));
      strictEqual(file?.path, 'skills/x/assets/y.bin');
    },
  },
  {
    name: 'lists all files or those below a folder, in order',
    async run(storage) {
      for (const path of ['rules/b.mdt', 'tsagent.json', 'rules/a.mdt', 'rules.md']) {
        await storage.write(path, path, {});
      }
      deepStrictEqual(await storage.list('rules'), ['rules/a.mdt', 'rules/b.mdt']);
      deepStrictEqual(await storage.list('refs'), []);
      const all = ['rules.md', 'rules/a.mdt', 'rules/b.mdt', 'tsagent.json'];
      deepStrictEqual(await storage.list(), all);
    },
  },
  {
    name: 'replaces a file only if the caller knows its version',
    async run(storage) {
      const first = await storage.write('a.md', 'one', {});
      const second = await storage.write('a.md', 'two', { version: first });
      notStrictEqual(second, first);
      strictEqual(await readText(storage, 'a.md'), 'two');
    },
  },
  {
    name: 'refuses to overwrite what was changed after it was read, and says so to the second',
    async run(storage) {
      await storage.write('a.md', 'one', {});
      const read = await readVersion(storage, 'a.md');
      await storage.write('a.md', 'of the winner', { version: read });
      await rejects(storage.write('a.md', 'of the loser', { version: read }), CHANGED);
      await rejects(storage.remove('a.md', read), CHANGED);
      await rejects(storage.write('a.md', 'as if new', {}), CHANGED);
      strictEqual(await readText(storage, 'a.md'), 'of the winner');
    },
  },
  {
    name: 'lets one of two writers win that write at the same time',
    async run(storage) {
      const version = await storage.write('a.md', 'one', {});
      const texts = Array.from({ length: 8 }, (_, at) => `writer ${at}`);
      const writing = texts.map((text) => storage.write('a.md', text, { version }));
      const ended = await Promise.allSettled(writing);
      const won = texts.filter((_, at) => ended[at]?.status === 'fulfilled');
      strictEqual(won.length, 1);
      strictEqual(await readText(storage, 'a.md'), won[0]);
    },
  },
  {
    name: 'lets one of two writers win that make the same file',
    async run(storage) {
      const making = ['a', 'b', 'c', 'd'].map((text) => storage.write('new/a.md', text, {}));
      const ended = await Promise.allSettled(making);
      strictEqual(ended.filter(({ status }) => status === 'fulfilled').length, 1);
    },
  },
  {
    name: 'removes a file, which then can be neither removed nor replaced',
    async run(storage) {
      const version = await storage.write('rules/a.mdt', 'one', {});
      await storage.remove('rules/a.mdt', version);
      strictEqual(await storage.read('rules/a.mdt'), undefined);
      deepStrictEqual(await storage.list(), []);
      await rejects(storage.remove('rules/a.mdt', version), CHANGED);
      await rejects(storage.write('rules/a.mdt', 'two', { version }), CHANGED);
      await storage.write('rules/a.mdt', 'two', {});
    },
  },
  {
    name: 'takes no path that leads outside',
    async run(storage) {
      for (const path of ['../a.md', '/a.md', 'a/../../b', '', 'a//b', './a', 'a\\..\\b', 'a\0']) {
        await rejects(storage.read(path), { code: 'bad-folder' }, path);
        await rejects(storage.write(path, 'x', {}), { code: 'bad-folder' }, path);
        await rejects(storage.remove(path, 'x'), { code: 'bad-folder' }, path);
      }
    },
  },
  {
    name: 'gives each reader contents of its own',
    async run(storage) {
      await storage.write('a.md', 'one', {});
      const file = await storage.read('a.md');
      file?.contents.fill(0);
      strictEqual(await readText(storage, 'a.md'), 'one');
    },
  },
  {
    name: 'says that files may have changed, until that is no longer wanted',
    async run(storage) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let isWatched = true;
      const end = storage.watch(() => {
        ok(isWatched, 'is called after the end');
        resolve();
      });
      await storage.write('rules/a.mdt', 'one', {});
      await promise;
      end();
      isWatched = false;
      await storage.write('rules/b.mdt', 'two', {});
      deepStrictEqual(await storage.list('rules'), ['rules/a.mdt', 'rules/b.mdt']);
    },
  },
];

import { describe, expect, it } from 'vitest';
import { fileStoreSuite, createManualClock } from '#testing';
import { createMemoryFileStore } from './sql-file-store.ts';

describe('createMemoryFileStore', () => {
  it.each(fileStoreSuite)('$name', async ({ run }) => {
    await expect(run(createMemoryFileStore)).resolves.toBeUndefined();
  });

  it('forgets files that were uploaded before a time', async () => {
    const store = createMemoryFileStore({ clock: createManualClock() });
    const about = { filename: 'a', mediaType: 'text/plain', purpose: 'user_data', size: 1 };
    for (const createdAt of [10, 20]) {
      const file = { principal: '', id: `f${createdAt}`, ...about, createdAt };
      await store.put(file, Uint8Array.of(1));
    }
    store.forgetFiles(20);
    const left = await store.list({ principal: '', order: 'asc', limit: 9 });
    expect(left.map(({ id }) => id)).toEqual(['f20']);
  });

  it('keeps a content of its own', async () => {
    const store = createMemoryFileStore({ clock: createManualClock() });
    const content = Uint8Array.of(1);
    const about = { filename: 'a', mediaType: 'text/plain', purpose: 'user_data', size: 1 };
    await store.put({ principal: '', id: 'a', ...about, createdAt: 1 }, content);
    content[0] = 2;
    expect(await store.getContent('', 'a')).toEqual(Uint8Array.of(1));
  });
});

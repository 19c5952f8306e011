import { describe, expect, it } from 'vitest';
import { versionStoreSuite } from '#testing';
import { createMemoryVersionStore } from './memory-version-store.ts';

describe('createMemoryVersionStore', () => {
  it.each(versionStoreSuite)('$name', async ({ run }) => {
    const versions = createMemoryVersionStore();
    const erase = (taskId: string): void => versions.erase(taskId);
    await expect(run({ versions, erase })).resolves.toBeUndefined();
  });
});

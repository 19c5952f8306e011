import { describe, expect, it } from 'vitest';
import { responseStoreSuite } from '#testing';
import { createMemoryResponseStore } from './memory-response-store.ts';

describe('createMemoryResponseStore', () => {
  it.each(responseStoreSuite.map((entry) => [entry.name, entry] as const))(
    '%s',
    async (_name, { run }) => {
      await expect(run(createMemoryResponseStore)).resolves.toBeUndefined();
    },
  );
});

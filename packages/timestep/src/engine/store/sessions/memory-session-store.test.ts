import { describe, expect, it } from 'vitest';
import { sessionStoreSuite } from '#testing';
import { createMemorySessionStore } from './sql-session-store.ts';

describe('createMemorySessionStore', () => {
  it.each(sessionStoreSuite)('$name', async ({ run }) => {
    await expect(run(createMemorySessionStore)).resolves.toBeUndefined();
  });
});

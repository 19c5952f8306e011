import type { HookSlot } from '@timestep-ai/timestep/port';
import type { TaskDatabase } from './task-database.ts';

/** A database whose writes are measured while there is a hook for commits: how long until each is durable. */
export function measuredDatabase(database: TaskDatabase, hooks: HookSlot): TaskDatabase {
  return {
    ...database,
    async write(transaction, durability) {
      const begunAt = hooks.now().commit ? performance.now() : undefined;
      const result = await database.write(transaction, durability);
      // Writes that share a commit have waited for it; how long is part of the time that they took.
      if (begunAt !== undefined) {
        hooks.now().commit?.({ tookMs: performance.now() - begunAt, waitedMs: 0 });
      }
      return result;
    },
  };
}

import type { HookSlot } from '@timestep-ai/timestep/port';
import type { TaskDatabase } from './task-database.ts';

/** Measures how long each write takes to be durable, if a commit hook is set. */
export function withCommitTiming(database: TaskDatabase, hooks: HookSlot): TaskDatabase {
  return {
    ...database,
    async write(transaction, durability) {
      const begunAt = hooks.current().commit ? performance.now() : undefined;
      const result = await database.write(transaction, durability);
      // The time `tookMs` includes the wait for a shared commit.
      if (begunAt !== undefined) {
        hooks.current().commit?.({ tookMs: performance.now() - begunAt, waitedMs: 0 });
      }
      return result;
    },
  };
}

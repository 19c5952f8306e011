import type { Clock } from '#engine/port';
import { scheduleAt } from '../../clock.ts';
import type { SqliteTaskLog } from '../tasks/sqlite-task-log.ts';

/** Schedules the retries of tasks that pause after a crash, each at its own time. */
export interface Retries<Loaded> {
  add(loaded: Loaded): void;
  close(): void;
}

export function createRetries<Loaded extends { readonly log: SqliteTaskLog }>(
  clock: Clock,
  begin: (loaded: Loaded) => void,
): Retries<Loaded> {
  const scheduled = new Set<() => void>();

  async function resumeHeldTask(loaded: Loaded): Promise<void> {
    const { log } = loaded;
    if (log.task.end || !log.task.isHeld) return;
    try {
      await log.append({ type: 'task.resumed' });
      begin(loaded);
    } catch {
      // If the event cannot be written, the next process retries the task.
    }
  }

  return {
    add(loaded) {
      const callOff = scheduleAt(clock, loaded.log.task.heldUntil ?? 0, () => {
        scheduled.delete(callOff);
        void resumeHeldTask(loaded);
      });
      scheduled.add(callOff);
    },
    close() {
      for (const callOff of scheduled) callOff();
    },
  };
}

import type { StoredTasks, TaskRow } from '../port/index.ts';
import type { TaskLine } from '../view/index.ts';
import { taskLine } from './task-line.ts';

/** Lines that are kept, so that a look at a list reads only the tasks that have changed. */
const MOST_KEPT = 2000;

/** Makes lines of rows. */
export interface TaskLines {
  of(rows: readonly TaskRow[]): Promise<TaskLine[]>;
}

/** Lines of the tasks in a store; each is read once for every change of its task. */
export function createTaskLines(tasks: Pick<StoredTasks, 'load'>): TaskLines {
  const kept = new Map<string, TaskLine>();

  async function lineOf(row: TaskRow): Promise<TaskLine | undefined> {
    const before = kept.get(row.id);
    if (before?.generation === row.generation) return before;
    try {
      const line = taskLine(await tasks.load(row.id));
      kept.delete(row.id);
      kept.set(row.id, line);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return line;
    } catch {
      // The task was erased between the list and this look.
      kept.delete(row.id);
      return undefined;
    }
  }

  return {
    async of(rows) {
      const lines: TaskLine[] = [];
      for (const row of rows) {
        const line = await lineOf(row);
        if (line) lines.push(line);
      }
      return lines;
    },
  };
}

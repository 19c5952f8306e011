import type { StoredTasks, TaskRow } from '../../engine/port/index.ts';
import type { TaskSummary } from '../view/index.ts';
import { toTaskSummary } from './task-summary.ts';

/** With the cache, polling a list loads only the changed tasks. */
const MAX_CACHED = 2000;

export interface TaskSummaryCache {
  load(rows: readonly TaskRow[]): Promise<TaskSummary[]>;
}

/** Loads each task once per change. */
export function createTaskSummaryCache(tasks: Pick<StoredTasks, 'load'>): TaskSummaryCache {
  const kept = new Map<string, TaskSummary>();

  async function loadSummary(row: TaskRow): Promise<TaskSummary | undefined> {
    const before = kept.get(row.id);
    if (before?.generation === row.generation) return before;
    try {
      const line = toTaskSummary(await tasks.load(row.id));
      kept.delete(row.id);
      kept.set(row.id, line);
      const [oldest] = kept.keys();
      if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
      return line;
    } catch {
      // The task was erased after the list was read.
      kept.delete(row.id);
      return undefined;
    }
  }

  return {
    async load(rows) {
      const lines: TaskSummary[] = [];
      for (const row of rows) {
        const line = await loadSummary(row);
        if (line) lines.push(line);
      }
      return lines;
    },
  };
}

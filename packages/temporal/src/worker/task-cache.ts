import type { Task } from '@timestep-ai/timestep/core';
import type { TaskStore } from '../store/task-store.ts';

/** Cache of tasks on which this process worked recently, so that each event is read only once. */
export interface TaskCache {
  /** Returns the task after at least `generation` of its events. */
  loadAt(taskId: string, generation: number): Promise<Task>;
}

const MAX_TASKS = 500;

export function createTaskCache(store: TaskStore): TaskCache {
  const tasks = new Map<string, Task>();
  return {
    async loadAt(taskId, generation) {
      const known = tasks.get(taskId);
      if (known && known.generation >= generation) return known;
      const task = await store.load(taskId, known);
      if (!task || task.generation < generation) {
        throw new Error(
          `event ${generation} of task ${taskId} is missing: the task store has only ${task?.generation ?? 0} events`,
        );
      }
      tasks.delete(taskId);
      tasks.set(taskId, task);
      const [oldest] = tasks.size > MAX_TASKS ? tasks.keys() : [];
      if (oldest !== undefined) tasks.delete(oldest);
      if (!known || mayNeedSnapshot(known, task)) await store.storeSnapshot(task);
      return task;
    },
  };
}

function mayNeedSnapshot(before: Task, now: Task): boolean {
  return Math.floor(before.generation / 50) !== Math.floor(now.generation / 50);
}

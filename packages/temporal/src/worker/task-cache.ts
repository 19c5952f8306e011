import type { Task } from '@timestep-ai/timestep/core';
import type { TaskStore } from '../store/task-store.ts';

/** Tasks that this process has worked on recently, so that each event is read once. */
export interface TaskCache {
  /** The task at that generation or later. */
  taskAt(taskId: string, generation: number): Promise<Task>;
}

const MOST_TASKS = 500;

export function createTaskCache(store: TaskStore): TaskCache {
  const tasks = new Map<string, Task>();
  return {
    async taskAt(taskId, generation) {
      const known = tasks.get(taskId);
      if (known && known.generation >= generation) return known;
      const task = await store.load(taskId, known);
      if (!task || task.generation < generation) {
        throw new Error(`the store has task ${taskId} up to ${task?.generation ?? 0} only`);
      }
      tasks.delete(taskId);
      tasks.set(taskId, task);
      const [oldest] = tasks.size > MOST_TASKS ? tasks.keys() : [];
      if (oldest !== undefined) tasks.delete(oldest);
      if (!known || isTimeForSnapshot(known, task)) await store.keepSnapshot(task);
      return task;
    },
  };
}

/** Whether to ask the store for a snapshot, which knows whether one is due. */
function isTimeForSnapshot(before: Task, now: Task): boolean {
  return Math.floor(before.generation / 50) !== Math.floor(now.generation / 50);
}

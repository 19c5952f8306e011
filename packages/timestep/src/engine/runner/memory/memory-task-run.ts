import type { Task, TaskEvent } from '#core';
import type { Clock, Delta, ServedAgent } from '#engine/port';
import { runTask, type TaskRun } from '../run-task.ts';
import type { EffectOptions } from '../effects/task-effects.ts';
import type { MemoryTaskLog, TaskLog } from '../log/task-log.ts';

/** A run of the task loop in memory, which can be detached without recording an event. */
export interface MemoryTaskRun extends TaskRun {
  /**
   * Interrupts the task loop, whose promise then rejects. Later output of its effects is dropped.
   */
  detach(): void;
}

export function startInterruptibleRun(
  log: MemoryTaskLog,
  served: ServedAgent,
  clock: Clock,
  options: EffectOptions,
): MemoryTaskRun {
  const detachable = new DetachableTaskLog(log);
  const run = runTask(detachable, served, clock, options);
  return {
    ...run,
    detach() {
      detachable.isDetached = true;
      run.release();
    },
  };
}

/**
 * Wraps a task's log. It rejects events after its run was detached, because the task then no longer runs in
 * this process.
 */
class DetachableTaskLog implements TaskLog {
  readonly #log: MemoryTaskLog;
  isDetached = false;

  constructor(log: MemoryTaskLog) {
    this.#log = log;
  }

  get task(): Task {
    return this.#log.task;
  }

  append(event: TaskEvent): Task {
    if (this.isDetached)
      throw new Error('this process no longer runs the task, so it may not append events');
    return this.#log.append(event);
  }

  show(step: number, attempt: number, delta: Delta): void {
    if (!this.isDetached) this.#log.show(step, attempt, delta);
  }
}

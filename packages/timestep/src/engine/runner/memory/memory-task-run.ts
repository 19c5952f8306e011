import type { Task, TaskEvent } from '#core';
import type { Clock, Delta, ServedAgent } from '#engine/port';
import { runTask, type TaskRun } from '../run-task.ts';
import type { EffectOptions } from '../effects/task-effects.ts';
import type { MemoryTaskLog, TaskLog } from '../log/task-log.ts';

/** The running loop of a task in memory, which can be detached without an event in the log. */
export interface MemoryTaskRun extends TaskRun {
  /** Interrupts the loop, which then rejects. Later output of its effects is dropped. */
  detach(): void;
}

export function startDetachableRun(
  log: MemoryTaskLog,
  served: ServedAgent,
  clock: Clock,
  options: EffectOptions,
): MemoryTaskRun {
  const driven = new DetachableTaskLog(log);
  const run = runTask(driven, served, clock, options);
  const { done, interrupt, release } = run;
  const callOff = (): void => {
    driven.callOff();
    release();
  };
  return { done, interrupt, release, detach: callOff };
}

/** A log that accepts events until the loop is detached. */
class DetachableTaskLog implements TaskLog {
  readonly #log: MemoryTaskLog;
  #isCalledOff = false;

  constructor(log: MemoryTaskLog) {
    this.#log = log;
  }

  get task(): Task {
    return this.#log.task;
  }

  append(event: TaskEvent): Task {
    if (this.#isCalledOff) throw new Error('the task no longer runs in this process');
    return this.#log.append(event);
  }

  show(step: number, attempt: number, delta: Delta): void {
    if (!this.#isCalledOff) this.#log.show(step, attempt, delta);
  }

  callOff(): void {
    this.#isCalledOff = true;
  }
}

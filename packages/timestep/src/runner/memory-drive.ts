import type { Task, TaskEvent } from '../core/index.ts';
import type { Clock, Delta, ServedAgent } from '../port/index.ts';
import { conduct, type Conducting } from './conduct.ts';
import type { EffectOptions } from './effects.ts';
import type { MemoryTaskLog, TaskLog } from './task-log.ts';

/** A drive of a task in memory, which can be called off without an entry in the log. */
export interface MemoryDrive extends Conducting {
  /** Interrupts the drive, which then rejects; what its effects still give is dropped. */
  callOff(): void;
}

export function driveInMemory(
  log: MemoryTaskLog,
  served: ServedAgent,
  clock: Clock,
  options: EffectOptions,
): MemoryDrive {
  const driven = new DrivenTaskLog(log);
  const conducting = conduct(driven, served, clock, options);
  const { done, interrupt, release } = conducting;
  const callOff = (): void => {
    driven.callOff();
    release();
  };
  return { done, interrupt, release, callOff };
}

/** A log until the drive is called off. It is a class, because a getter in an object literal is made anew each time. */
class DrivenTaskLog implements TaskLog {
  readonly #log: MemoryTaskLog;
  #isCalledOff = false;

  constructor(log: MemoryTaskLog) {
    this.#log = log;
  }

  get task(): Task {
    return this.#log.task;
  }

  append(event: TaskEvent): Task {
    if (this.#isCalledOff) throw new Error('the drive was called off');
    return this.#log.append(event);
  }

  show(step: number, attempt: number, delta: Delta): void {
    if (!this.#isCalledOff) this.#log.show(step, attempt, delta);
  }

  callOff(): void {
    this.#isCalledOff = true;
  }
}

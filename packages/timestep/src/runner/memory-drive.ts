import type { TaskEvent } from '../core/index.ts';
import type { Clock, ServedAgent } from '../port/index.ts';
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
  let isCalledOff = false;
  const driven: TaskLog = {
    get task() {
      return log.task;
    },
    append(event: TaskEvent) {
      if (isCalledOff) throw new Error('the drive was called off');
      return log.append(event);
    },
    show(step, attempt, delta) {
      if (!isCalledOff) log.show(step, attempt, delta);
    },
  };
  const conducting = conduct(driven, served, clock, options);
  return {
    done: conducting.done,
    interrupt: () => conducting.interrupt(),
    release: () => conducting.release(),
    callOff() {
      isCalledOff = true;
      conducting.release();
    },
  };
}

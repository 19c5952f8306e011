import type { Task } from 'timestep/core';
import type { Delta } from 'timestep/port';
import type { ShownDelta } from '../store/deltas.ts';
import type { TaskStore } from '../store/task-store.ts';

/**
 * Sends output of a running step to its readers in all processes, after a short delay and many
 * deltas at a time.
 */
export interface DeltaSender {
  readonly show: (step: number, attempt: number, delta: Delta) => void;
  /** Stops sending, because the end of the step brings the whole output. */
  end(): void;
}

const EVERY_MS = 50;

export function createDeltaSender(
  store: TaskStore,
  task: Task,
  onError: (thrown: unknown) => void,
): DeltaSender {
  let waiting: ShownDelta[] = [];
  let position = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    timer = undefined;
    const deltas = waiting;
    waiting = [];
    // A failure only affects the display: the whole output comes at the end of the step.
    store.show(task.id, deltas).catch(onError);
  }

  return {
    show(step, attempt, delta) {
      position += 1;
      waiting.push({ step, attempt, position, after: task.generation, delta });
      timer ??= setTimeout(send, EVERY_MS);
    },
    end() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

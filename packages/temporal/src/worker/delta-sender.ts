import type { Task } from '@timestep-ai/timestep/core';
import type { Delta } from '@timestep-ai/timestep/port';
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

/** Positions are stored in 31 bits; what tools show after 24 days of waiting is in no order. */
const MOST = 2 ** 31 - 1_000_000;

export function createDeltaSender(
  store: TaskStore,
  task: Task,
  onError: (thrown: unknown) => void,
): DeltaSender {
  let waiting: ShownDelta[] = [];
  let position = 0;
  const since = task.entries?.last.at ?? task.updatedAt;
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
      // Tools of one reply show pieces side by side, in several processes: time orders them.
      const least = attempt === 0 ? Math.min(Date.now() - since, MOST) : 0;
      position = Math.max(position + 1, least);
      waiting.push({ step, attempt, position, after: task.generation, delta });
      timer ??= setTimeout(send, EVERY_MS);
    },
    end() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

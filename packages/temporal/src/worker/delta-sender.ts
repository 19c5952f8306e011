import type { Task } from '@timestep-ai/timestep/core';
import type { Delta } from '@timestep-ai/timestep/port';
import type { StoredDelta } from '../store/interim-data.ts';
import type { TaskStore } from '../store/task-store.ts';

/** Sends the output of a running step to readers in all processes, in batches. */
export interface DeltaSender {
  readonly add: (step: number, attempt: number, delta: Delta) => void;
  /** Stops sending partial output, because the event of the step contains the whole output. */
  end(): void;
}

const SEND_INTERVAL_MS = 50;

/** Positions of partial output have 31 bits: after a wait of 24 days its order is undefined. */
const MAX_POSITION = 2 ** 31 - 1_000_000;

export function createDeltaSender(
  store: TaskStore,
  task: Task,
  onError: (thrown: unknown) => void,
): DeltaSender {
  let waiting: StoredDelta[] = [];
  let position = 0;
  const since = task.entries?.last.at ?? task.updatedAt;
  let timer: NodeJS.Timeout | undefined;

  function sendWaitingDeltas(): void {
    timer = undefined;
    const deltas = waiting;
    waiting = [];
    // Partial output is a preview of output that is stored anyway, so a failure is only reported.
    store.storeDeltas(task.id, deltas).catch(onError);
  }

  return {
    add(step, attempt, delta) {
      // Several processes may run the tools of one reply, so positions of their output are based on time.
      const least = attempt === 0 ? Math.min(Date.now() - since, MAX_POSITION) : 0;
      position = Math.max(position + 1, least);
      waiting.push({ step, attempt, position, after: task.generation, delta });
      timer ??= setTimeout(sendWaitingDeltas, SEND_INTERVAL_MS);
    },
    end() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

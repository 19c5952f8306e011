import { apply, type NumberedEvent, type Task, type TaskEvent } from '../core/index.ts';
import type { Delta, TaskUpdate } from '../port/index.ts';

/** One task in memory: its events, its fold, and whoever is watching. */
export interface TaskLog {
  readonly task: Task;
  append(event: TaskEvent): Task;
  /** Shows output of the running step; it is forgotten when the step's reply is appended. */
  show(step: number, attempt: number, delta: Delta): void;
  updates(after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
}

type DeltaUpdate = Extract<TaskUpdate, { kind: 'delta' }>;

export function createTaskLog(first: TaskEvent, now: () => number): TaskLog {
  const events: NumberedEvent[] = [];
  let task = add(undefined, first);
  let deltas: DeltaUpdate[] = [];
  let wakers: (() => void)[] = [];

  function add(before: Task | undefined, event: TaskEvent): Task {
    // A clock set back must not make a log run backwards.
    const at = Math.max(now(), before?.updatedAt ?? 0);
    const numbered: NumberedEvent = { ...event, generation: events.length + 1, at };
    const after = apply(before, numbered);
    events.push(numbered);
    return after;
  }

  function wake(): void {
    if (wakers.length === 0) return;
    const waking = wakers;
    wakers = [];
    for (const waker of waking) waker();
  }

  function changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      signal.addEventListener('abort', stop);
      wakers.push(stop);
    });
  }

  /** Readers pull from the shared log by position, so a slow one costs nothing and blocks nobody. */
  async function* updates(after: number, signal: AbortSignal): AsyncGenerator<TaskUpdate> {
    let seen = after;
    let shown = 0;
    let showing = deltas;
    while (!signal.aborted) {
      const event = events[seen];
      if (event !== undefined) {
        seen += 1;
        yield { kind: 'event', event };
        continue;
      }
      if (showing !== deltas) {
        showing = deltas;
        shown = 0;
      }
      const delta = showing[shown];
      if (delta !== undefined) {
        shown += 1;
        yield delta;
        continue;
      }
      if (task.end) return;
      await changed(signal);
    }
  }

  return {
    get task() {
      return task;
    },
    append(event) {
      task = add(task, event);
      if (
        event.type === 'model.started' ||
        event.type === 'model.replied' ||
        event.type === 'model.failed'
      ) {
        if (deltas.length > 0) deltas = [];
      }
      wake();
      return task;
    },
    show(step, attempt, delta) {
      deltas.push({ kind: 'delta', step, attempt, delta });
      wake();
    },
    updates,
  };
}

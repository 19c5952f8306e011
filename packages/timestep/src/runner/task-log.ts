import { apply, type NumberedEvent, type Task, type TaskEvent } from '../core/index.ts';
import type { Delta, TaskUpdate } from '../port/index.ts';
import { createDeltaBuffer } from './delta-buffer.ts';

/** One task in memory: its events, its fold, and whoever is watching. */
export interface TaskLog {
  readonly task: Task;
  append(event: TaskEvent): Task;
  /** Shows output of the running step to those who watch; it is not part of the log. */
  show(step: number, attempt: number, delta: Delta): void;
  /** Drops what was shown; readers still to come see events only. */
  forgetShown(): void;
  updates(after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
}

export function createTaskLog(first: TaskEvent, now: () => number): TaskLog {
  const events: NumberedEvent[] = [];
  const deltas = createDeltaBuffer();
  let wakers: (() => void)[] = [];
  // A plain property, not a getter: objects with getters of their own each get a hidden class, which
  // keeps everything they reach alive past the cheap collections.
  const log = { task: add(undefined, first), append, show, forgetShown: deltas.clear, updates };
  return log;

  function add(before: Task | undefined, event: TaskEvent): Task {
    // A clock set back must not make a log run backwards.
    const at = Math.max(now(), before?.updatedAt ?? 0);
    const numbered: NumberedEvent = { ...event, generation: events.length + 1, at };
    const after = apply(before, numbered);
    events.push(numbered);
    return after;
  }

  function append(event: TaskEvent): Task {
    log.task = add(log.task, event);
    wake();
    return log.task;
  }

  function show(step: number, attempt: number, delta: Delta): void {
    deltas.push(events.length, { kind: 'delta', step, attempt, delta });
    wake();
  }

  /** Readers pull from the shared log by position, so a slow one costs nothing and blocks nobody. */
  async function* updates(after: number, signal: AbortSignal): AsyncGenerator<TaskUpdate> {
    let seen = after;
    const nextDelta = deltas.reader();
    while (!signal.aborted) {
      const delta = nextDelta(seen);
      const event = events[seen];
      if (delta !== undefined) {
        yield delta;
      } else if (event !== undefined) {
        seen += 1;
        yield { kind: 'event', event };
      } else if (log.task.end) {
        return;
      } else {
        await changed(signal);
      }
    }
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
}

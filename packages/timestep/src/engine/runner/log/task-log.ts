import {
  applyNext,
  type TaskEventLog,
  hasTaskEnded,
  isSettled,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '#core';
import type { Clock, Delta, TaskUpdate } from '#engine/port';
import { createDeltaBuffer, type DeltaBuffer } from './delta-buffer.ts';
import {
  countEvents,
  listRecordedEvents,
  readEvent,
  recordEvent,
  type RecordedEvents,
} from './recorded-events.ts';
import type { EffectTarget } from '../effects/task-effects.ts';
import { createBatchedWaker, type Waker } from './waker.ts';

export interface TaskLog extends TaskEventLog, Omit<EffectTarget, 'append'> {}

/** Log of a task in memory. It is a class, because closures take several times the memory. */
export class MemoryTaskLog implements TaskLog {
  task: Task;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onChange: ((log: MemoryTaskLog) => void) | undefined;
  readonly #events: RecordedEvents;
  #deltas: DeltaBuffer | undefined;
  #waking: Waker | undefined;
  /** Callbacks of readers that wait for the next event. */
  #reading: (() => void)[] | undefined;
  /** Callbacks that wait for the task to end or need input. */
  #settling: (() => void)[] | undefined;

  /** Creates the log of a task. `onChange` is called after each event except the first. */
  constructor(
    first: TaskEvent,
    clock: Pick<Clock, 'now'>,
    onChange?: (log: MemoryTaskLog) => void,
  ) {
    this.#clock = clock;
    this.#onChange = onChange;
    const startedAt = clock.now();
    this.#events = { values: [], startedAt };
    this.task = this.#add(undefined, first, startedAt);
  }

  get events(): readonly NumberedEvent[] {
    return this.eventsAfter(0);
  }

  eventsAfter(count: number, limit: number = Infinity): readonly NumberedEvent[] {
    return listRecordedEvents(this.#events, count, limit);
  }

  /** Records an event. The log keeps the object, and later adds its number and time. */
  append(event: TaskEvent): Task {
    // If the clock was set back, the time of the previous event is used again.
    const at = Math.max(this.#clock.now(), this.task.updatedAt);
    this.task = this.#add(this.task, event, at);
    this.#onChange?.(this);
    if (this.#reading || this.#settling) this.#wake();
    return this.task;
  }

  show(step: number, attempt: number, delta: Delta): void {
    // Partial output is dropped when the task ends, so later output must not be added.
    if (hasTaskEnded(this.task)) return;
    this.#deltas ??= createDeltaBuffer();
    this.#deltas.push(countEvents(this.#events), { kind: 'delta', step, attempt, delta });
    this.#wake();
  }

  get hasShown(): boolean {
    return this.#deltas !== undefined;
  }

  dropDeltas(): void {
    this.#deltas?.clear();
    this.#deltas = undefined;
  }

  /** Waits until the task ends or needs input from a client. If aborted, resolves to the current task. */
  settled(signal: AbortSignal): Promise<Task> {
    if (isSettled(this.task) || signal.aborted) return Promise.resolve(this.task);
    return new Promise((resolve) => {
      const stop = () => {
        signal.removeEventListener('abort', stop);
        resolve(this.task);
      };
      signal.addEventListener('abort', stop);
      (this.#settling ??= []).push(stop);
    });
  }

  /** Yields updates. Readers read the shared log at their own pace, so a slow reader blocks no other. */
  async *updates(after: number, signal: AbortSignal): AsyncGenerator<TaskUpdate> {
    let seen = after;
    let shown: ReturnType<DeltaBuffer['reader']> | undefined;
    let goOn = (): void => undefined;
    const stop = () => goOn();
    const more = () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
        (this.#reading ??= []).push(resolve);
      });
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        shown ??= this.#deltas?.reader();
        const delta = shown?.(seen);
        const event = readEvent(this.#events, seen);
        if (delta !== undefined) {
          yield delta;
        } else if (event !== undefined) {
          seen += 1;
          yield { kind: 'event', event };
        } else if (hasTaskEnded(this.task)) {
          return;
        } else {
          await more();
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #add(before: Task | undefined, event: TaskEvent, at: number): Task {
    const after = applyNext(before, event, at);
    recordEvent(this.#events, event, at);
    return after;
  }

  #wake(): void {
    const reading = this.#reading;
    if (reading) {
      this.#reading = undefined;
      this.#waking ??= createBatchedWaker();
      this.#waking.wake(reading);
    }
    const settling = this.#settling;
    if (settling && isSettled(this.task)) {
      this.#settling = undefined;
      for (const stop of settling) stop();
    }
  }
}

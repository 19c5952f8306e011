import {
  applyNext,
  type DrivenLog,
  isFinal,
  isInterrupted,
  type NumberedEvent,
  type Task,
  type TaskEvent,
} from '../core/index.ts';
import type { Clock, Delta, TaskUpdate } from '../port/index.ts';
import { createDeltaBuffer, type DeltaBuffer } from './delta-buffer.ts';
import type { EffectSite } from './effects.ts';
import {
  eventAt,
  eventsAfter,
  lengthOf,
  record,
  recordedEvents,
  type RecordedEvents,
} from './recorded-events.ts';
import { createWaking, type Waking } from './wake-in-turns.ts';

/** One task's log with what a drive needs: the task, its events, and output in progress. */
export interface TaskLog extends DrivenLog, EffectSite {}

/**
 * A log in memory: its events, its fold, and its readers. It is a class, because a task is kept
 * long after it has ended, and closures would take several times the memory.
 */
export class MemoryTaskLog implements TaskLog {
  task: Task;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #onChange: ((task: Task) => void) | undefined;
  readonly #events: RecordedEvents;
  #deltas: DeltaBuffer | undefined;
  #waking: Waking | undefined;
  /** Readers that have read all events so far. */
  #reading: (() => void)[] | undefined;
  /** Callers that wait for the task to come to rest. */
  #settling: (() => void)[] | undefined;

  /** `onChange` is called after each event but the first. */
  constructor(first: TaskEvent, clock: Pick<Clock, 'now'>, onChange?: (task: Task) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
    const at = clock.now();
    this.#events = recordedEvents(at);
    this.task = this.#add(undefined, first, at);
  }

  get events(): readonly NumberedEvent[] {
    return eventsAfter(this.#events, 0);
  }

  /** The events after that many, `limit` of them at most. */
  eventsAfter(count: number, limit: number): readonly NumberedEvent[] {
    return eventsAfter(this.#events, count, limit);
  }

  append(event: TaskEvent): Task {
    // The time must not run backwards in a log when the clock is set back.
    const at = Math.max(this.#clock.now(), this.task.updatedAt);
    this.task = this.#add(this.task, event, at);
    this.#onChange?.(this.task);
    if (this.#reading || this.#settling) this.#wake();
    return this.task;
  }

  show(step: number, attempt: number, delta: Delta): void {
    // The deltas of a task are dropped at its end: later ones would stay.
    if (isFinal(this.task)) return;
    this.#deltas ??= createDeltaBuffer();
    this.#deltas.push(lengthOf(this.#events), { kind: 'delta', step, attempt, delta });
    this.#wake();
  }

  /** Whether there are deltas for readers that come later. */
  get hasShown(): boolean {
    return this.#deltas !== undefined;
  }

  /** Drops the deltas; later readers see events only. */
  forgetShown(): void {
    this.#deltas?.clear();
    this.#deltas = undefined;
  }

  /** Waits until the task has ended or waits for a client; on abort, returns its present state. */
  settled(signal: AbortSignal): Promise<Task> {
    if (isAtRest(this.task) || signal.aborted) return Promise.resolve(this.task);
    return new Promise((resolve) => {
      const stop = () => {
        signal.removeEventListener('abort', stop);
        resolve(this.task);
      };
      signal.addEventListener('abort', stop);
      (this.#settling ??= []).push(stop);
    });
  }

  /**
   * Readers pull from the shared log by position, so a slow one costs nothing and blocks no other
   * reader.
   */
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
        const event = eventAt(this.#events, seen);
        if (delta !== undefined) {
          yield delta;
        } else if (event !== undefined) {
          seen += 1;
          yield { kind: 'event', event };
        } else if (isFinal(this.task)) {
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
    record(this.#events, event, at);
    return after;
  }

  #wake(): void {
    const reading = this.#reading;
    if (reading) {
      this.#reading = undefined;
      this.#waking ??= createWaking();
      this.#waking.wake(reading);
    }
    const settling = this.#settling;
    if (settling && isAtRest(this.task)) {
      this.#settling = undefined;
      for (const stop of settling) stop();
    }
  }
}

function isAtRest(task: Task): boolean {
  return isFinal(task) || isInterrupted(task);
}

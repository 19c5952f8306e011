import { isThenable, TimestepError } from '#core';

/** Thrown into running work that was stopped by its client, its time limit or the release of its task. */
class Interruption extends TimestepError {}

/** Reasons for stopping work. After `released`, this or another process resumes the task. */
export const interruptions = {
  canceled: (): Error => new Interruption('canceled', 'canceled'),
  released: (): Error => new Interruption('released', 'the process has released the task'),
  timeLimit: (seconds: number): Error =>
    new Interruption('time_limit', `stopped after ${seconds} s`),
} as const;

/** Stops running effects: aborts their signal and no longer waits for them. */
export interface Interrupter {
  readonly signal: AbortSignal;
  /** Waits for the outcome of work; rejects if interrupted. An available value is returned without waiting. */
  race<T>(work: PromiseLike<T> | T): Promise<T> | T;
  interrupt(reason: Error): void;
}

/** Creates the interrupter of one task run. All effects of the run share its abort signal. */
export function createInterrupter(): Interrupter {
  return new RunInterrupter();
}

/** It is a class, because closures take several times the memory. */
class RunInterrupter implements Interrupter {
  declare readonly abort: AbortController;
  declare readonly signal: AbortSignal;
  declare interrupted: Error | undefined;
  declare waiting: Set<(reason: unknown) => void> | undefined;

  constructor() {
    this.abort = new AbortController();
    this.signal = this.abort.signal;
    this.interrupted = undefined;
    // The set is created on first use, because most task runs never wait for an interruptible effect.
    this.waiting = undefined;
  }

  race<T>(work: PromiseLike<T> | T): Promise<T> | T {
    if (this.interrupted) {
      // After an interruption this work is not awaited, so its rejection must be marked as handled.
      if (isThenable(work)) work.then(doNothing, doNothing);
      throw this.interrupted;
    }
    if (!isThenable(work)) return work;
    this.waiting ??= new Set();
    const waiting = this.waiting;
    return new Promise<T>((resolve, reject) => {
      waiting.add(reject);
      work.then(
        (value) => {
          waiting.delete(reject);
          resolve(value);
        },
        (thrown: unknown) => {
          waiting.delete(reject);
          reject(thrown);
        },
      );
    });
  }

  interrupt(reason: Error): void {
    if (this.interrupted) return;
    this.interrupted = reason;
    this.abort.abort(reason);
    for (const reject of this.waiting ?? []) reject(reason);
    this.waiting?.clear();
  }
}

function doNothing(): void {}

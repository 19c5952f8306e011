import { isPending, TimestepError } from '../core/index.ts';

/** Work that was stopped by its client, by its time limit, or by the process that lets go of its task. */
class Interruption extends TimestepError {}

/**
 * The errors that stop work: by its client, by its time limit in seconds, or because the process lets go of the
 * task, which goes on elsewhere or later.
 */
export const interruption = {
  canceled: (): Error => new Interruption('canceled', 'canceled'),
  released: (): Error => new Interruption('released', 'the process has let go of the task'),
  timeLimit: (seconds: number): Error =>
    new Interruption('time_limit', `stopped after ${seconds} s`),
} as const;

/** Stops running effects: notifies them by signal, and stops waiting for them. */
export interface Interrupter {
  readonly signal: AbortSignal;
  /**
   * The work's outcome, or the interruption as soon as there is one; a value that is there already
   * is returned at once.
   */
  race<T>(work: PromiseLike<T> | T): Promise<T> | T;
  interrupt(reason: Error): void;
}

/** One per drive; effects share one abort signal because listeners on signals are expensive. */
export function createInterrupter(): Interrupter {
  const abort = new AbortController();
  const { signal } = abort;
  let interrupted: Error | undefined;
  // Most drives wait for few effects, and many for none.
  let waiting: Set<(reason: unknown) => void> | undefined;
  return {
    signal,
    race<T>(work: PromiseLike<T> | T): Promise<T> | T {
      if (interrupted) {
        // The caller does not wait for this work: without handlers, its failure would count as unhandled.
        if (isPending(work)) work.then(ignored, ignored);
        throw interrupted;
      }
      if (!isPending(work)) return work;
      return new Promise<T>((resolve, reject) => {
        waiting ??= new Set();
        const others = waiting;
        others.add(reject);
        work.then(
          (value) => {
            others.delete(reject);
            resolve(value);
          },
          (thrown: unknown) => {
            others.delete(reject);
            reject(thrown);
          },
        );
      });
    },
    interrupt(reason) {
      if (interrupted) return;
      interrupted = reason;
      abort.abort(reason);
      for (const reject of waiting ?? []) reject(reason);
      waiting?.clear();
    },
  };
}

function ignored(): void {}

import { RunnerError, type TaskUpdate } from '../../port/index.ts';
import { FencedError, storeErrorOf } from './store-error.ts';

export interface RefusalsSite {
  readonly path: string;
  readonly isClosed: () => boolean;
  /** Throws where the file is not in its place. */
  readonly checkPlace: () => void;
  /** Receives failures for the operator; may be absent. */
  readonly onError: ((thrown: unknown) => void) | undefined;
}

/** Failures as callers and the operator receive them. `advice` says what a caller can do. */
export interface Refusals {
  /** Reports a failure that no caller is waiting for. */
  readonly report: (thrown: unknown) => void;
  /** Runs a function, and reports what it throws. */
  readonly attempt: (act: () => void) => void;
  /** Allows missing files to be reported once more. */
  readonly reportAgain: () => void;
  /** The error that a caller may see; the rest is reported. */
  readonly refusalOf: (thrown: unknown, advice: string) => unknown;
  /** Runs a caller's request. Rejects with `RunnerError`. */
  readonly guarded: <T>(advice: string, act: () => T | Promise<T>) => Promise<T>;
  /** Like `guarded`, for requests that change the file, which must be in its place. */
  readonly changing: <T>(advice: string, act: () => Promise<T>) => Promise<T>;
  /**
   * Like `guarded`, for updates that a caller follows; once the runner is closed, they just end.
   */
  readonly guardedUpdates: (
    advice: string,
    updates: AsyncIterable<TaskUpdate>,
  ) => AsyncGenerator<TaskUpdate>;
}

export function createRefusals({ path, isClosed, checkPlace, onError }: RefusalsSite): Refusals {
  let isGoneReported = false;

  function report(thrown: unknown): void {
    if (isClosed()) return;
    const error = storeErrorOf(thrown, path);
    // One report is enough for as long as the files are missing.
    if (error.code === 'gone' && isGoneReported) return;
    isGoneReported = error.code === 'gone';
    onError?.(error);
  }

  function refusalOf(thrown: unknown, advice: string): unknown {
    if (thrown instanceof RunnerError) return thrown;
    if (isClosed()) return shuttingDown();
    if (thrown instanceof FencedError) {
      return new RunnerError('busy-elsewhere', 'another process works on this task: try again');
    }
    report(thrown);
    return new RunnerError('store-failed', advice);
  }

  async function guarded<T>(advice: string, act: () => T | Promise<T>): Promise<T> {
    try {
      if (isClosed()) throw shuttingDown();
      return await act();
    } catch (thrown) {
      throw refusalOf(thrown, advice);
    }
  }

  return {
    report,
    attempt(act) {
      try {
        act();
      } catch (thrown) {
        report(thrown);
      }
    },
    reportAgain() {
      isGoneReported = false;
    },
    refusalOf,
    guarded,
    changing: (advice, act) =>
      guarded(advice, () => {
        checkPlace();
        return act();
      }),
    async *guardedUpdates(advice, updates) {
      try {
        yield* updates;
      } catch (thrown) {
        if (!isClosed()) throw refusalOf(thrown, advice);
      }
    },
  };
}

function shuttingDown(): RunnerError {
  return new RunnerError('closed', 'the server is shutting down');
}

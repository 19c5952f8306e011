import { createRunnerClosedError, RunnerError, type TaskUpdate } from '#engine/port';
import { FencedError, toStoreError } from '#engine/store';

export interface ErrorHandlerDeps {
  readonly path: string;
  readonly isClosed: () => boolean;
  readonly checkFiles: () => void;
  readonly onError: ((thrown: unknown) => void) | undefined;
}

/**
 * Converts failures to errors with advice for callers, and reports the failures to the operator.
 */
export interface ErrorHandler {
  readonly report: (thrown: unknown) => void;
  readonly runAndReport: (act: () => void) => void;
  /** Lets missing database files be reported again: they are reported once until this is called. */
  readonly resetReports: () => void;
  readonly reportAndBuildCallerError: (thrown: unknown, advice: string) => unknown;
  /** Runs `act` for a caller of the runner, and converts its failures to `RunnerError`. */
  readonly runRequest: <T>(advice: string, act: () => T | Promise<T>) => Promise<T>;
  /**
   * Runs `act` like `runRequest`, but for a request that changes the database file. Rejects if the file is
   * missing.
   */
  readonly runWriteRequest: <T>(advice: string, act: () => Promise<T>) => Promise<T>;
  /**
   * Yields the updates of a subscription, which ends without an error when the runner is closed.
   */
  readonly guardUpdates: (
    advice: string,
    updates: AsyncIterable<TaskUpdate>,
  ) => AsyncGenerator<TaskUpdate>;
}

export function createErrorHandler({
  path,
  isClosed,
  checkFiles,
  onError,
}: ErrorHandlerDeps): ErrorHandler {
  let isGoneReported = false;

  function reportError(thrown: unknown): void {
    if (isClosed()) return;
    const error = toStoreError(thrown, path);
    // A missing database file is reported once, until another kind of error is reported.
    if (error.code === 'gone' && isGoneReported) return;
    isGoneReported = error.code === 'gone';
    onError?.(error);
  }

  function reportAndBuildCallerError(thrown: unknown, advice: string): unknown {
    if (thrown instanceof RunnerError) return thrown;
    if (isClosed()) return createRunnerClosedError();
    if (thrown instanceof FencedError) {
      return new RunnerError('busy-elsewhere', 'another process works on this task: try again');
    }
    reportError(thrown);
    return new RunnerError('store-failed', advice);
  }

  async function runRequest<T>(advice: string, act: () => T | Promise<T>): Promise<T> {
    try {
      if (isClosed()) throw createRunnerClosedError();
      return await act();
    } catch (thrown) {
      throw reportAndBuildCallerError(thrown, advice);
    }
  }

  return {
    report: reportError,
    runAndReport(act) {
      try {
        act();
      } catch (thrown) {
        reportError(thrown);
      }
    },
    resetReports() {
      isGoneReported = false;
    },
    reportAndBuildCallerError,
    runRequest,
    runWriteRequest: (advice, act) =>
      runRequest(advice, () => {
        checkFiles();
        return act();
      }),
    async *guardUpdates(advice, updates) {
      try {
        yield* updates;
      } catch (thrown) {
        if (!isClosed()) throw reportAndBuildCallerError(thrown, advice);
      }
    },
  };
}

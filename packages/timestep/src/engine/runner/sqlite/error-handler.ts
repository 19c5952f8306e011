import { RunnerError, type TaskUpdate } from '../../port/index.ts';
import { FencedError, toStoreError } from '../../store/index.ts';

export interface ErrorHandlerDeps {
  readonly path: string;
  readonly isClosed: () => boolean;
  /** Throws if the database file was deleted or replaced. */
  readonly checkFiles: () => void;
  /** Receives failures for the operator. */
  readonly onError: ((thrown: unknown) => void) | undefined;
}

/**
 * Converts failures for callers and reports them to the operator. `advice` tells a caller what to
 * do.
 */
export interface ErrorHandler {
  /** Reports a failure that no caller awaits. */
  readonly report: (thrown: unknown) => void;
  /** Runs a function and reports its exception. */
  readonly runAndReport: (act: () => void) => void;
  /** Allows another report about missing files. */
  readonly resetReports: () => void;
  /** Returns the error for a caller and reports the details to the operator. */
  readonly toCallerError: (thrown: unknown, advice: string) => unknown;
  /** Runs a caller's request. Rejects with `RunnerError`. */
  readonly runRequest: <T>(advice: string, act: () => T | Promise<T>) => Promise<T>;
  /**
   * Runs a request that changes the file, like `runRequest`, after a check that the file is present.
   */
  readonly runWriteRequest: <T>(advice: string, act: () => Promise<T>) => Promise<T>;
  /** Yields updates for a caller, like `runRequest`. They simply end when the runner is closed. */
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
    // One report is enough while the files are missing.
    if (error.code === 'gone' && isGoneReported) return;
    isGoneReported = error.code === 'gone';
    onError?.(error);
  }

  function toCallerError(thrown: unknown, advice: string): unknown {
    if (thrown instanceof RunnerError) return thrown;
    if (isClosed()) return createClosedError();
    if (thrown instanceof FencedError) {
      return new RunnerError('busy-elsewhere', 'another process works on this task: try again');
    }
    reportError(thrown);
    return new RunnerError('store-failed', advice);
  }

  async function runRequest<T>(advice: string, act: () => T | Promise<T>): Promise<T> {
    try {
      if (isClosed()) throw createClosedError();
      return await act();
    } catch (thrown) {
      throw toCallerError(thrown, advice);
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
    toCallerError,
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
        if (!isClosed()) throw toCallerError(thrown, advice);
      }
    },
  };
}

function createClosedError(): RunnerError {
  return new RunnerError('closed', 'the server is shutting down');
}

import { TimestepError, type FieldRules } from '#core';

/** Error codes for suites, runs and reports. */
export type EvalErrorCode =
  | 'bad-task'
  | 'bad-tasks-file'
  | 'bad-trace'
  | 'bad-grader'
  | 'bad-agent'
  | 'bad-environment'
  | 'bad-run'
  | 'run-exists'
  /** Another process is writing to the run's folder. */
  | 'run-in-use'
  /** The system refused to write a file. The message contains its reason. */
  | 'cannot-write'
  | 'incomparable'
  | 'replay-missing';

/** Thrown if a suite, a run or a grader cannot be used. */
export class EvalError extends TimestepError {
  declare readonly code: EvalErrorCode;
}

/** Returns rules for reading JSON fields: an invalid field throws `EvalError` with its location, such as a line. */
export function createFieldRules(code: EvalErrorCode, location: string): FieldRules {
  return {
    report(path, problem) {
      throw new EvalError(code, `${location} ${path === '' ? '' : `${path} `}${problem}`);
    },
  };
}

export function getErrorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Runs a function that writes to `path` and converts system errors to `EvalError`. */
export function withWriteErrors<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    const message = `cannot write ${path} (${thrown.message}): free disk space or fix the cause, then continue with --resume, or choose another folder`;
    throw new EvalError('cannot-write', message, { cause: thrown });
  }
}

import { EvalError } from '../eval-error.ts';

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

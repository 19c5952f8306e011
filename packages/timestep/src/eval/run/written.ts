import { EvalError } from '../eval-error.ts';

/** Does something that writes to `path`. A refusal of the system becomes an `EvalError`. */
export function written<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    const message = `${path} cannot be written (${thrown.message}): make room or correct the cause, then continue with --resume, or choose another folder`;
    throw new EvalError('cannot-write', message, { cause: thrown });
  }
}

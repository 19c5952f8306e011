import { TimestepError, type Failure } from '../core/index.ts';

/** Turns anything thrown into data: a code and a sentence, never a stack trace. */
export function failureOf(thrown: unknown, fallbackCode: string): Failure {
  if (TimestepError.isInstance(thrown)) return { code: thrown.code, message: thrown.message };
  if (thrown instanceof Error) return { code: fallbackCode, message: thrown.message };
  return { code: fallbackCode, message: String(thrown) };
}

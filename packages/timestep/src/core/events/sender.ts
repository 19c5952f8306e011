import type { EntryPoint } from './entry-point.ts';

/** Who sent a decision or an answer, and by which way, as the server knows it. */
export interface Sender {
  /** Name under which the sender authenticated. Undefined if the server does not distinguish callers. */
  readonly principal?: string;
  readonly entry?: EntryPoint;
}

/** Creates a sender from a principal, which may be empty. Undefined if nothing is known. */
export function createSender(principal: string, entry: EntryPoint | undefined): Sender | undefined {
  if (principal === '') return entry && { entry };
  return entry ? { principal, entry } : { principal };
}

import { CANARY } from './stage.ts';
import type { Answered } from './send.ts';

export type Fault = 'server-error' | 'stack' | 'secret' | 'stall' | 'no-answer';

/** Processor time, and time of the event loop, that no request may take on a usual machine. */
const LONGEST_MS = 1000;

/** A stack, a path of this machine, or a module's address. */
const INSIDE = /\n\s+at \S+ ?\(?|node_modules|file:\/\/\/\w+\/\S+\.ts|\.ts:\d+:\d+/;

/** What is wrong with an answer. Time counts only where it was spent: a slow machine is no fault. */
export function faultsOf({ status, text, busyMs, loopMs }: Answered, folder: string): Fault[] {
  const faults: Fault[] = [];
  if (status === undefined) faults.push('no-answer');
  if (status !== undefined && status >= 500) faults.push('server-error');
  if (INSIDE.test(text) || text.includes(folder)) faults.push('stack');
  if (text.includes(CANARY)) faults.push('secret');
  if (isHeld({ busyMs, loopMs }, 1)) faults.push('stall');
  return faults;
}

/** Whether a request held the server, on a machine that is so many times slower than a usual one. */
export function isHeld(
  { busyMs, loopMs }: Pick<Answered, 'busyMs' | 'loopMs'>,
  slowness: number,
): boolean {
  const longest = LONGEST_MS * slowness;
  return busyMs > longest && loopMs > longest;
}

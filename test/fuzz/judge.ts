import { CANARY } from './stage.ts';
import type { Answered } from './send.ts';

export type Fault = 'server-error' | 'stack' | 'secret' | 'stall' | 'no-answer';

/** Maximum processor time and event loop time of a request on a usual machine. */
const LONGEST_MS = 1000;

/** A stack trace, a path of this machine, or a module's address. */
const INSIDE = /\n\s+at \S+ ?\(?|node_modules|file:\/\/\/\w+\/\S+\.ts|\.ts:\d+:\d+/;

/**
 * Returns the errors of a response. Only spent time counts, because a slow machine is not an error.
 */
export function faultsOf({ status, text, busyMs, loopMs }: Answered, folder: string): Fault[] {
  const faults: Fault[] = [];
  if (status === undefined) faults.push('no-answer');
  if (status !== undefined && status >= 500) faults.push('server-error');
  if (INSIDE.test(text) || text.includes(folder)) faults.push('stack');
  if (text.includes(CANARY)) faults.push('secret');
  if (isHeld({ busyMs, loopMs }, 1)) faults.push('stall');
  return faults;
}

/** Returns whether a request blocked the server, on a machine that is slower by this factor. */
export function isHeld(
  { busyMs, loopMs }: Pick<Answered, 'busyMs' | 'loopMs'>,
  slowness: number,
): boolean {
  const longest = LONGEST_MS * slowness;
  return busyMs > longest && loopMs > longest;
}

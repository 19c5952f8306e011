import { readFileSync } from 'node:fs';

/**
 * The parent of a process that is still its copy: it was made by fork(2) and runs no program of its
 * own. `undefined` for all other processes, and where the system does not report it.
 */
export function originalOf(pid: number): number | undefined {
  const { parent, stack } = placeOf(pid) ?? {};
  if (parent === undefined || stack === NOT_SHOWN) return undefined;
  return placeOf(parent)?.stack === stack ? parent : undefined;
}

/** Shown in place of an address to those who may not see it. */
const NOT_SHOWN = '0';

interface Place {
  readonly parent: number;
  /** Where the stack begins: another address for each program that starts, the same for a copy. */
  readonly stack: string;
}

/** The 4th and the 28th field; the 2nd is a name that may have spaces (proc_pid_stat(5)). */
const PLACE = /^.*\) \S (\d+) (?:\S+ ){23}(\d+) /s;

function placeOf(pid: number): Place | undefined {
  try {
    const [, parent, stack] = PLACE.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return parent && stack ? { parent: Number(parent), stack } : undefined;
  } catch {
    return undefined;
  }
}

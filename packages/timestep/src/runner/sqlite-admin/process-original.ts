import { readFileSync } from 'node:fs';

/**
 * The parent of a process that fork(2) made and that runs no program of its own yet: until then it is a copy of
 * its parent. `undefined` for all other processes, and where the system does not report it.
 */
export function originalOf(pid: number): number | undefined {
  const copy = placeOf(pid);
  if (!copy || copy.stack === NOT_SHOWN) return undefined;
  const original = placeOf(copy.parent);
  const isCopy = original?.stack === copy.stack && original.command === copy.command;
  return isCopy ? copy.parent : undefined;
}

/** Shown in place of an address to those who may not see it. */
const NOT_SHOWN = '0';

interface Place {
  readonly parent: number;
  /** Where the stack begins: the same for a copy, and mostly another address for each program that starts. */
  readonly stack: string;
  /** The program with its arguments. */
  readonly command: string;
}

/** The 4th and the 28th field; the 2nd is a name that may have spaces (proc_pid_stat(5)). */
const PLACE = /^.*\) \S (\d+) (?:\S+ ){23}(\d+) /s;

function placeOf(pid: number): Place | undefined {
  try {
    const [, parent, stack] = PLACE.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return parent && stack ? { parent: Number(parent), stack, command } : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';

/**
 * Returns the parent of a process created by fork(2) that has not started its own program yet and
 * is therefore a copy of its parent. Undefined for all other processes, or if the system does not
 * report it.
 */
export function findOriginalProcess(pid: number): number | undefined {
  const copy = readProcessStat(pid);
  if (!copy || copy.stack === HIDDEN_ADDRESS) return undefined;
  const original = readProcessStat(copy.parent);
  const isCopy = original?.stack === copy.stack && original.command === copy.command;
  return isCopy ? copy.parent : undefined;
}

/** Shown instead of an address to users without permission. */
const HIDDEN_ADDRESS = '0';

interface ProcessStat {
  readonly parent: number;
  /** Start address of the stack: equal in a copy, usually different for each started program. */
  readonly stack: string;
  /** The program with its arguments. */
  readonly command: string;
}

/**
 * Matches the 4th and the 28th field; the 2nd is a name that may contain spaces (proc_pid_stat(5)).
 */
const STAT_PATTERN = /^.*\) \S (\d+) (?:\S+ ){23}(\d+) /s;

function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const [, parent, stack] = STAT_PATTERN.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return parent && stack ? { parent: Number(parent), stack, command } : undefined;
  } catch {
    return undefined;
  }
}

import { readFileSync } from 'node:fs';

/** Returns the parent of a process if the process is still a copy of it after fork(2). */
export function findParentOfForkedCopy(pid: number): number | undefined {
  const copy = readProcessStat(pid);
  if (!copy || copy.stack === HIDDEN_ADDRESS) return undefined;
  const original = readProcessStat(copy.parent);
  const isCopy = original?.stack === copy.stack && original.command === copy.command;
  return isCopy ? copy.parent : undefined;
}

/** Address that Linux shows instead of the actual one to users without permission. */
const HIDDEN_ADDRESS = '0';

interface ProcessStat {
  readonly parent: number;
  /**
   * Start address of the stack: equal in a forked copy, usually different in each started program.
   */
  readonly stack: string;
  readonly command: string;
}

/** Matches fields 4 and 28 of `/proc/PID/stat`; field 2 may contain spaces (proc_pid_stat(5)). */
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

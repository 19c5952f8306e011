import { readdirSync, readFileSync } from 'node:fs';

/** A process in `/proc`, with its children. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** Returns the process and all its descendants. */
export function listProcessTree(root: number, all: readonly Process[]): number[] {
  const tree = [root];
  for (const pid of tree) {
    for (const one of all) if (one.parent === pid && !tree.includes(one.pid)) tree.push(one.pid);
  }
  return tree;
}

/** Returns all processes of the machine. */
export function listProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name): Process[] => {
    if (!/^\d+$/.test(name)) return [];
    const parent = /^PPid:\s*(\d+)/m.exec(readStatus(name))?.[1];
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
}

/** Returns the peak memory of a process in megabytes; 0 if it has ended. */
export function readPeakRssMb(pid: number): number {
  const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readStatus(pid))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

function readStatus(pid: string | number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}

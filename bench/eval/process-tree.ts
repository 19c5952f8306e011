import { readdirSync, readFileSync } from 'node:fs';

/** A process in `/proc`, with the id of its parent. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** The process and all that descend from it. */
export function treeOf(root: number, all: readonly Process[]): number[] {
  const tree = [root];
  for (const pid of tree) {
    for (const one of all) if (one.parent === pid && !tree.includes(one.pid)) tree.push(one.pid);
  }
  return tree;
}

/** All processes of the machine. */
export function processes(): Process[] {
  return readdirSync('/proc').flatMap((name): Process[] => {
    if (!/^\d+$/.test(name)) return [];
    const parent = /^PPid:\s*(\d+)/m.exec(statusOf(name))?.[1];
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
}

/** The most memory that a process has held, in megabytes; 0 where it has ended. */
export function peakRssMb(pid: number): number {
  const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(statusOf(pid))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

function statusOf(pid: string | number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts CPU in ticks of a hundredth of a second. */
const US_PER_TICK = 10_000;

/**
 * Returns microseconds of CPU of a server and its child processes; 0 if there is no server or the
 * system does not report it.
 */
export function readCpuTime(pid: number): number {
  if (pid === 0 || process.platform !== 'linux') return 0;
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStatFile(name);
    if (!stat) continue;
    if (stat.pid === pid) ticks += stat.own + stat.ofEndedChildren;
    else if (stat.parent === pid) ticks += stat.own;
  }
  return ticks * US_PER_TICK;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  readonly ofEndedChildren: number;
}

function readStatFile(pid: string): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
  return parseStat(text);
}

/** Parses a line of proc(5); the name in the parentheses may contain any character. */
export function parseStat(text: string): Stat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [
    1, 11, 12, 13, 14,
  ].map((index) => fields[index]);
  return {
    pid: Number.parseInt(text, 10),
    parent,
    own: user + system,
    ofEndedChildren: endedUser + endedSystem,
  };
}

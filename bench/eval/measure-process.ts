import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readStat } from '../durable/servers/cpu-of.ts';
import { peakRssMb, processes, treeOf } from './process-tree.ts';

/** Resources that a process and its child processes used from start to end. */
export interface ProcessCost {
  readonly seconds: number;
  readonly cpuS: number;
  /** The most that its processes held, each at its worst moment, megabytes. */
  readonly peakMb: number;
}

/** The kernel counts CPU in ticks of a hundredth of a second. */
const TICKS_PER_S = 100;
/**
 * Milliseconds between two readings of a process's memory. The kernel remembers the peaks in
 * between.
 */
const LOOK_MS = 15;
/** New processes are searched at every eighth reading only, because the search is slower. */
const SEARCH_EVERY = 8;
const LONGEST_MS = 5 * 60_000;

/** Runs Node with these arguments. Nothing else may be started by this process meanwhile. */
export async function measureProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ProcessCost> {
  const cpuBefore = cpuOfEndedChildren();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LONGEST_MS,
  });
  const { pid } = child;
  const peaks = new Map<number, number>();
  let looks = 0;
  const look = (): void => {
    if (pid === undefined) return;
    const known = looks % SEARCH_EVERY === 0 ? treeOf(pid, processes()) : [...peaks.keys()];
    looks += 1;
    for (const one of known) peaks.set(one, Math.max(peaks.get(one) ?? 0, peakRssMb(one)));
  };
  const looking = setInterval(look, LOOK_MS);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-10_000);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const seconds = (performance.now() - begun) / 1000;
    if (code !== 0) {
      const failed = new Error(`ended with code ${code}`);
      throw Object.assign(failed, { stderr: complaints });
    }
    const peakMb = [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
    return { seconds, cpuS: cpuOfEndedChildren() - cpuBefore, peakMb };
  } finally {
    clearInterval(looking);
  }
}

/** Seconds of CPU of all processes that this one has started and that have ended, with theirs. */
function cpuOfEndedChildren(): number {
  return readStat(readFileSync('/proc/self/stat', 'utf8')).ofEndedChildren / TICKS_PER_S;
}

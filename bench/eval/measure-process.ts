import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseStat } from '../durable/servers/cpu-of.ts';
import { readPeakRssMb, listProcesses, listProcessTree } from './process-tree.ts';

/** The resources that a process used from start to end, including its child processes. */
export interface ProcessCost {
  readonly seconds: number;
  readonly cpuS: number;
  /** Sum of the peak memory of its processes, in megabytes. */
  readonly peakMb: number;
}

/** The kernel counts CPU in ticks of a hundredth of a second. */
const TICKS_PER_S = 100;
/** Milliseconds between reads of a process's memory; the kernel remembers the peaks in between. */
const LOOK_MS = 15;
/** Number of reads between searches for new processes, because a search costs more. */
const SEARCH_EVERY = 8;
const LONGEST_MS = 5 * 60_000;

/** Runs Node with these arguments. This process must start no other process meanwhile. */
export async function measureProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ProcessCost> {
  const cpuBefore = readCpuOfEndedChildren();
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
    const known =
      looks % SEARCH_EVERY === 0 ? listProcessTree(pid, listProcesses()) : [...peaks.keys()];
    looks += 1;
    for (const one of known) peaks.set(one, Math.max(peaks.get(one) ?? 0, readPeakRssMb(one)));
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
    return { seconds, cpuS: readCpuOfEndedChildren() - cpuBefore, peakMb };
  } finally {
    clearInterval(looking);
  }
}

/** Returns seconds of CPU of all ended child processes, including their children. */
function readCpuOfEndedChildren(): number {
  return parseStat(readFileSync('/proc/self/stat', 'utf8')).ofEndedChildren / TICKS_PER_S;
}

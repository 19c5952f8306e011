import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long the event loop of a process was held up, in milliseconds. */
export interface LoopFigures {
  readonly p99: number;
  readonly longest: number;
  /** The most CPU that was spent between two beats: what a crowded machine adds is left out. */
  readonly longestCpu: number;
}

const BEAT_MS = 5;

/** Watches the event loop until it is asked for the figures. */
export function watchLoop(): () => LoopFigures {
  const delays = monitorEventLoopDelay({ resolution: BEAT_MS });
  let before = cpuMs();
  let longestCpu = 0;
  const beat = setInterval(() => {
    const now = cpuMs();
    longestCpu = Math.max(longestCpu, now - before);
    before = now;
  }, BEAT_MS);
  delays.enable();
  return () => {
    delays.disable();
    clearInterval(beat);
    return { p99: delays.percentile(99) / 1e6, longest: delays.max / 1e6, longestCpu };
  };
}

/** CPU of this thread alone: others of the process hold nothing up. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

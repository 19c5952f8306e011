import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds for which the event loop of a process was blocked. */
export interface LoopFigures {
  readonly p99: number;
  readonly longest: number;
  /** Maximum CPU between two beats, which excludes the delays of a busy machine. */
  readonly longestCpu: number;
}

const BEAT_MS = 5;

/** Measures the event loop until the figures are requested. */
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

/** CPU of this thread only, because other threads of the process do not block it. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

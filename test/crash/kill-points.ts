/** Where a process may be killed; each passing of a point counts. */
export interface KillPoints {
  /** Kills or stops the process when its turn has come. */
  pass(name: string): void;
  /** How many points were passed. */
  readonly passed: () => number;
}

export type KillSignal = 'SIGKILL' | 'SIGSTOP';

/** `killAt` counts from 1; 0 never kills. */
export function createKillPoints(killAt: number, signal: KillSignal): KillPoints {
  let count = 0;
  return {
    pass() {
      count += 1;
      if (count === killAt) process.kill(process.pid, signal);
    },
    passed: () => count,
  };
}

/** What a piece of work cost this process. */
export interface Cost {
  readonly cpuMs: number;
  /** Growth of the memory at its peak, in megabytes. */
  readonly megabytes: number;
}

const SAMPLE_MS = 5;
const MEGABYTE = 1024 * 1024;

/** Runs work, and measures its processor time and the most memory that it needed. */
export async function measure<T>(work: () => Promise<T>): Promise<{ value: T; cost: Cost }> {
  globalThis.gc?.();
  const before = usedBytes();
  let most = before;
  const look = (): void => {
    most = Math.max(most, usedBytes());
  };
  const looking = setInterval(look, SAMPLE_MS);
  const cpu = process.cpuUsage();
  try {
    const value = await work();
    const { user, system } = process.cpuUsage(cpu);
    look();
    return {
      value,
      cost: { cpuMs: (user + system) / 1000, megabytes: (most - before) / MEGABYTE },
    };
  } finally {
    clearInterval(looking);
  }
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

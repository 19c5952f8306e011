/** Milliseconds of processor time of this thread, because other processes do not hold its event loop. */
export function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures the longest turn of the event loop while `work` runs, in milliseconds. */
export async function measureHold(work: () => unknown): Promise<number> {
  let longest = 0;
  let before = readCpuMs();
  let isDone = false;
  const endTurn = (): void => {
    const now = readCpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isDone) setImmediate(endTurn);
  };
  setImmediate(endTurn);
  try {
    await work();
  } finally {
    isDone = true;
    endTurn();
  }
  return longest;
}

/** What was measured, and for how long it held the event loop. */
export interface Hold {
  readonly name: string;
  readonly ms: number;
}

const ROUNDS = 3;

/** Returns the shortest of the longest turns of some rounds: a collection of garbage is not in each of them. */
export async function measureHolds(
  works: Readonly<Record<string, () => unknown>>,
): Promise<readonly Hold[]> {
  const holds: Hold[] = [];
  for (const [name, work] of Object.entries(works)) {
    let ms = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) ms = Math.min(ms, await measureHold(work));
    holds.push({ name, ms });
  }
  return holds;
}

/** Additions that wait for one another: four cycles each, so about 14 ms at 3 GHz. */
const ADDITIONS = 10_000_000;
const USUAL_MS = 14;

/** How many times as long as a usual machine this one takes for the same work just now; at least 1. */
export function slowness(): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let addition = 0; addition < ADDITIONS; addition += 1) sum += addition / 2;
  const { user, system } = process.cpuUsage(before);
  if (sum <= 0) throw new Error('nothing was added');
  return Math.max(1, (user + system) / 1000 / USUAL_MS);
}

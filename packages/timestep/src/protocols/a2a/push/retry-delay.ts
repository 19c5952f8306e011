const FIRST_MS = 1000;
const LONGEST_MS = 5 * 60_000;

/** One second, doubling up to five minutes, half of it random. `random` is in [0, 1). */
export function getRetryDelay(failures: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random);
}

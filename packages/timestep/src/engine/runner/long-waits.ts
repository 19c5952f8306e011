import type { Finding } from '#engine/port';

/** A task that waits for its client. */
export interface WaitingTask {
  readonly id: string;
  /** Start of the wait in milliseconds since the epoch. */
  readonly updatedAt: number;
}

const DAY_MS = 24 * 3600 * 1000;
const LONG_WAIT_MS = 7 * DAY_MS;
const MAX_NAMES = 5;

/** Finds tasks that have waited for a week or longer. `waiting` is sorted oldest first. */
export function findLongWaits(waiting: readonly WaitingTask[], now: number): Finding[] {
  const old = waiting.filter(({ updatedAt }) => now - updatedAt > LONG_WAIT_MS);
  const [oldest] = old;
  if (!oldest) return [];
  const days = Math.floor((now - oldest.updatedAt) / DAY_MS);
  const message = `tasks have waited for their clients for up to ${days} days (${formatFirstNames(old.map(({ id }) => id))}): answer them, or cancel them with timestep tasks cancel`;
  return [{ severity: 'note', code: 'long-wait', message }];
}

/** Formats the first five names of a list as text. */
export function formatFirstNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and others` : shown;
}

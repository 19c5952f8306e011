import type { Finding } from '../port/index.ts';

/** A task that waits for its client. */
export interface WaitingTask {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

const DAY_MS = 24 * 3600 * 1000;
const LONG_WAIT_MS = 7 * DAY_MS;
const FEW = 5;

/** Finds tasks that have waited for a week or longer; takes the oldest first. */
export function longWaits(waiting: readonly WaitingTask[], now: number): Finding[] {
  const old = waiting.filter(({ updatedAt }) => now - updatedAt > LONG_WAIT_MS);
  const [oldest] = old;
  if (!oldest) return [];
  const days = Math.floor((now - oldest.updatedAt) / DAY_MS);
  const message = `tasks have waited for their clients for up to ${days} days (${fewOf(old.map(({ id }) => id))}): answer them, or end them with timestep tasks cancel`;
  return [{ severity: 'note', code: 'long-wait', message }];
}

/** The first of many names, as a sentence lists them. */
export function fewOf(names: readonly string[]): string {
  const shown = names.slice(0, FEW).join(', ');
  return names.length > FEW ? `${shown} and others` : shown;
}

export interface Pace {
  readonly most: number;
  /** Maximum number of concurrent calls, at least 1. Can be fractional while it grows. */
  readonly allowed: number;
  readonly closedUntil: number;
  /** Time of the last slowdown. Refusals of calls that started before it have no further effect. */
  readonly slowedAt: number;
  readonly strikes: number;
}

export interface RateLimitRefusal {
  readonly begunAt: number;
  readonly now: number;
  readonly retryAfterMs?: number | undefined;
  readonly random: number;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export function createInitialPace(most: number): Pace {
  return { most, allowed: most, closedUntil: 0, slowedAt: Number.NEGATIVE_INFINITY, strikes: 0 };
}

/**
 * Returns the pace after a rate limit refusal: pauses as requested, otherwise twice as long as
 * before with random variation, and halves the maximum of concurrent calls. Refusals of concurrent
 * calls count once.
 */
export function slowDownPace(
  pace: Pace,
  { begunAt, now, retryAfterMs, random }: RateLimitRefusal,
): Pace {
  const isNews = begunAt > pace.slowedAt;
  const strikes = isNews ? pace.strikes + 1 : pace.strikes;
  const doubled = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (strikes - 1));
  const pauseMs = retryAfterMs ?? doubled * (0.5 + random / 2);
  // A later refusal extends the pause only if it requests a time.
  const isExtended = isNews || retryAfterMs !== undefined;
  return {
    ...pace,
    strikes,
    slowedAt: isNews ? now : pace.slowedAt,
    allowed: isNews ? Math.max(1, Math.floor(pace.allowed) / 2) : pace.allowed,
    closedUntil: isExtended ? Math.max(pace.closedUntil, now + pauseMs) : pace.closedUntil,
  };
}

/** Returns the pace after a success. After as many successes as calls may run, one more may run. */
export function speedUpPace(pace: Pace, begunAt: number): Pace {
  const isAtFull = pace.allowed >= pace.most && pace.strikes === 0;
  if (isAtFull || begunAt <= pace.slowedAt) return pace;
  const allowed = Math.min(pace.most, pace.allowed + 1 / Math.floor(pace.allowed));
  return { ...pace, allowed, strikes: 0 };
}

export function mayStartCall(pace: Pace, underWay: number, now: number): boolean {
  return now >= pace.closedUntil && underWay < Math.floor(pace.allowed);
}

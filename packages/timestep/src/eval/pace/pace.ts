/** How fast calls may be made; times are milliseconds since the epoch. */
export interface Pace {
  /** Calls at a time when nothing is limited. */
  readonly most: number;
  /** Calls at a time now, at least 1; the fraction counts towards the next one. */
  readonly allowed: number;
  /** No call begins before this time. */
  readonly closedUntil: number;
  /** When calls were last slowed down; a refusal of an earlier call brings no news. */
  readonly slowedAt: number;
  /** How often calls were slowed down since the last success. */
  readonly strikes: number;
}

/** A call that was refused because there were too many calls. */
export interface Refusal {
  readonly begunAt: number;
  readonly now: number;
  readonly retryAfterMs?: number | undefined;
  /** From 0 up to 1. */
  readonly random: number;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** The pace while no call has been refused. */
export function fullPace(most: number): Pace {
  return { most, allowed: most, closedUntil: 0, slowedAt: Number.NEGATIVE_INFINITY, strikes: 0 };
}

/**
 * The pace after a refusal: no call begins for as long as the provider asked, else for a time that
 * doubles and varies by half; then half as many at a time. Refusals of calls that were under way
 * together count as one.
 */
export function slowedDown(pace: Pace, { begunAt, now, retryAfterMs, random }: Refusal): Pace {
  const isNews = begunAt > pace.slowedAt;
  const strikes = isNews ? pace.strikes + 1 : pace.strikes;
  const doubled = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (strikes - 1));
  const pauseMs = retryAfterMs ?? doubled * (0.5 + random / 2);
  return {
    ...pace,
    strikes,
    slowedAt: isNews ? now : pace.slowedAt,
    allowed: isNews ? Math.max(1, Math.floor(pace.allowed) / 2) : pace.allowed,
    // A later refusal that asks for no time does not make the others wait longer.
    closedUntil:
      isNews || retryAfterMs !== undefined
        ? Math.max(pace.closedUntil, now + pauseMs)
        : pace.closedUntil,
  };
}

/**
 * The pace after a success: one more at a time, once as many calls as are allowed have succeeded.
 */
export function spedUp(pace: Pace, begunAt: number): Pace {
  const isAtFull = pace.allowed >= pace.most && pace.strikes === 0;
  if (isAtFull || begunAt <= pace.slowedAt) return pace;
  const allowed = Math.min(pace.most, pace.allowed + 1 / Math.floor(pace.allowed));
  return { ...pace, allowed, strikes: 0 };
}

/** Whether one more call may begin beside those under way. */
export function mayBegin(pace: Pace, underWay: number, now: number): boolean {
  return now >= pace.closedUntil && underWay < Math.floor(pace.allowed);
}

import { createUsageError } from '../command-error.ts';

export { formatBytes, formatCount, formatDuration, formatTime } from '#engine/port';

const MS_BY_UNIT: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Parses a duration such as `30d` to milliseconds. Throws `CommandError`. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = MS_BY_UNIT[unit];
  if (count === undefined || unitMs === undefined) {
    throw createUsageError(
      `invalid duration "${text}": use a number and s, m, h or d, such as 30d`,
    );
  }
  return Number(count) * unitMs;
}

export function parsePositiveCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw createUsageError(`invalid number "${text}": use a whole number of at least 1`);
  return Number(text);
}

/**
 * Parses the number of crashes after which a task fails. It is at least 2, because something other
 * than the task may cause a single crash.
 */
export function parseCrashLimit(text: string): number {
  const limit = parsePositiveCount(text);
  if (limit >= 2) return limit;
  throw createUsageError(`--crash-limit cannot be "${text}": use a whole number of at least 2`);
}

export function parseSeed(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw createUsageError(`invalid seed "${text}": use a whole number`);
}

/** Parses one of several words. Throws `CommandError` with `complaint` for another word. */
export function parseOneOf<Word extends string>(
  text: string,
  words: readonly Word[],
  complaint: string,
): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw createUsageError(complaint);
  return found;
}

/** Parses a port number; 0 means any free port. Throws `CommandError`. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw createUsageError(`invalid port "${text}": use a number from 0 to 65535`);
}

/** Parses a number from 0 to 1. Throws `CommandError`. */
export function parseFraction(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw createUsageError(`invalid share "${text}": use a number from 0 to 1`);
}

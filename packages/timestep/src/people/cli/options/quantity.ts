import { createUsageError } from '../command-error.ts';

export { formatBytes, formatCount, formatDuration, formatTime } from '#engine/port';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};

/** Parses a duration such as `30d` to milliseconds. Throws `CommandError`. */
export function parseDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = UNITS[unit];
  if (count === undefined || unitMs === undefined) {
    throw createUsageError(
      `invalid duration "${text}": use a number and s, m, h or d, such as 30d`,
    );
  }
  return Number(count) * unitMs;
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw createUsageError(`invalid number "${text}": use a whole number of at least 1`);
  return Number(text);
}

export function parseSeed(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw createUsageError(`invalid seed "${text}": use a whole number`);
}

/** Parses a port number; 0 means any free port. Throws `CommandError`. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw createUsageError(`invalid port "${text}": use a number from 0 to 65535`);
}

/** Parses a number from 0 to 1. Throws `CommandError`. */
export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw createUsageError(`invalid share "${text}": use a number from 0 to 1`);
}

import { usage } from './command-error.ts';

export { bytesText, counted, durationText, timeText } from '../port/index.ts';

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

/** Milliseconds of a duration such as `30d`. Throws `CommandError`. */
export function readDuration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = UNITS[unit];
  if (count === undefined || unitMs === undefined) {
    throw usage(`"${text}" is not a duration: write a number and s, m, h or d, such as 30d`);
  }
  return Number(count) * unitMs;
}

/** A positive whole number. Throws `CommandError`. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`"${text}" is not a number: write one from 1 on`);
  return Number(text);
}

/** The whole number that other seeds are derived from. Throws `CommandError`. */
export function readSeed(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw usage(`"${text}" is not a seed: write a whole number`);
}

/** A port; 0 stands for any free one. Throws `CommandError`. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw usage(`"${text}" is not a port: write a number from 0 to 65535`);
}

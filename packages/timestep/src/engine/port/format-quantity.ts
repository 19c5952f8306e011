const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration in its largest unit, such as `5 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.max(0, Math.floor(milliseconds / SECOND_MS))} s`;
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  return `${Math.floor(milliseconds / DAY_MS)} d`;
}

/** Formats a number of bytes, such as `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

let latest = { timeMs: Number.NaN, text: '' };

/** Formats milliseconds since the epoch as an ISO 8601 time. */
export function formatTime(timeMs: number): string {
  // Fast code: a busy server formats the same millisecond many times, and each time takes about 1 µs.
  if (latest.timeMs !== timeMs) latest = { timeMs, text: new Date(timeMs).toISOString() };
  return latest.text;
}

/** Formats a count with its noun, such as `2 tasks`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

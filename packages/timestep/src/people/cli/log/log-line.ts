import type { LogLine } from './log.ts';
import { toPlainLine } from '../output/plain-text.ts';

/** Formats a log line as JSON with the field names of pino. */
export function formatLineAsJson({ level, at, fields, message }: LogLine): string {
  return JSON.stringify({ level, time: new Date(at).toISOString(), ...fields, msg: message });
}

/** Formats a log line as text: time in UTC, level, message and fields. */
export function formatLineAsText({ level, at, fields, message }: LogLine): string {
  const clock = new Date(at).toISOString().slice('2026-01-01T'.length, -1);
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`);
  return `${clock} ${level.padEnd('error'.length)} ${toPlainLine([message, ...rest].join(' '))}`;
}

import type { LogLine } from './log.ts';
import { plainLine } from './plain-text.ts';

/** A line for programs, with the names that pino gives to its parts. */
export function lineOfJson({ level, at, fields, message }: LogLine): string {
  return JSON.stringify({ level, time: new Date(at).toISOString(), ...fields, msg: message });
}

/** A line for a person: time in UTC, level, sentence, and what else it says. */
export function lineForPerson({ level, at, fields, message }: LogLine): string {
  const clock = new Date(at).toISOString().slice('2026-01-01T'.length, -1);
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`);
  return `${clock} ${level.padEnd('error'.length)} ${plainLine([message, ...rest].join(' '))}`;
}

import type { Log, LogFields, LogLevel, WriteLine } from '#engine/port';
import { toPlainLine } from '../output/plain-text.ts';

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

interface LogLine {
  readonly level: LogLevel;
  readonly at: number;
  readonly fields: LogFields;
  readonly message: string;
}

interface CreateLogOptions {
  /** Minimum level; less severe lines are omitted. */
  readonly level: LogLevel;
  readonly now: () => number;
  readonly write: (line: LogLine) => void;
}

/** Creates a log that writes each line at once, so that none is lost when the process ends. */
export function createLog({ level: least, now, write }: CreateLogOptions): Log {
  const isLevelEnabled = (level: LogLevel): boolean =>
    LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
  const writer = (level: LogLevel): WriteLine => {
    if (!isLevelEnabled(level)) return () => undefined;
    return (fields, message) => write({ level, at: now(), fields, message });
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    isLevelEnabled,
  };
}

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

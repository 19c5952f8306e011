import type { Log, LogFields, LogLevel, WriteLine } from '../port/index.ts';

/** The levels of a log, the one with most lines first. */
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** A line of a log. */
export interface LogLine {
  readonly level: LogLevel;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly fields: LogFields;
  readonly message: string;
}

export interface CreateLogOptions {
  /** Lines below it are left out. */
  readonly level: LogLevel;
  readonly now: () => number;
  readonly write: (line: LogLine) => void;
}

/** A log that passes each line on at once, so that none is missing when the process ends. */
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

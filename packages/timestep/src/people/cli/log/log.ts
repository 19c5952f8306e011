import type { Log, LogFields, LogLevel, WriteLine } from '../../../engine/port/index.ts';

/** Log levels, from most to least detailed. */
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export interface LogLine {
  readonly level: LogLevel;
  /** Time of the line in milliseconds since the epoch. */
  readonly at: number;
  readonly fields: LogFields;
  readonly message: string;
}

export interface CreateLogOptions {
  /** Minimum level; less severe lines are omitted. */
  readonly level: LogLevel;
  readonly now: () => number;
  readonly write: (line: LogLine) => void;
}

/**
 * Creates a log that writes each line immediately, so that no line is lost when the process ends.
 */
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

import type { LoggingLevel } from '@modelcontextprotocol/server';

/** The levels of log lines, from the least severe on (MCP, Logging). */
const LEVELS: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

export function isLoggingLevel(value: unknown): value is LoggingLevel {
  return LEVELS.some((level) => level === value);
}

/** Whether lines of a level are wanted by those who want lines from another level on. */
export function isWanted(level: LoggingLevel, from: LoggingLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(from);
}

import type { LoggingLevel } from '@modelcontextprotocol/server';

/** Logging levels, least severe first (MCP, Logging). */
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

export function isAtLeastAsSevere(level: LoggingLevel, from: LoggingLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(from);
}

/** Fields of a log line beside its message: ids, names and numbers, but no content of tasks. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Severity of a log line. `debug` is for diagnosis. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Writes a log line. Returns immediately and does not throw. */
export type WriteLine = (fields: LogFields, message: string) => void;

/** Log of a server. A pino logger satisfies this interface. */
export interface Log extends Readonly<Record<LogLevel, WriteLine>> {
  /** Returns whether a level is logged. Undefined: all levels are logged. */
  isLevelEnabled?(level: LogLevel): boolean;
}

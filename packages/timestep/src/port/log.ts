/** What a line of a log says beside its sentence: ids, names, numbers; never what was said in a task. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** How much a line matters; `debug` is for looking for a cause. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Writes a line. It returns at once, and does not throw. */
export type WriteLine = (fields: LogFields, message: string) => void;

/** Where a server writes what it does. A logger of pino is one. */
export interface Log extends Readonly<Record<LogLevel, WriteLine>> {
  /** Whether lines of a level are written; absent: all are. */
  isLevelEnabled?(level: LogLevel): boolean;
}

import type { Option, OptionValues } from '../command.ts';
import { parseDuration } from './quantity.ts';

/** The option `--grace`, whose default is a number of seconds. */
export function createGraceOption(seconds: number): Option {
  return {
    value: 'DURATION',
    about: `time that running tasks get to finish after a stop, such as 30s (default ${seconds}s); other tasks are resumed by the next start`,
  };
}

/** Reads `--grace` in milliseconds. Throws `CommandError`. */
export function readGrace(values: OptionValues, seconds: number): number {
  return values.parse('grace', parseDuration) ?? seconds * 1000;
}

import type { Bounds, MaxErrors } from '../eval/index.ts';
import { textOf, type Option, type OptionValues } from './command.ts';
import { usage } from './command-error.ts';
import { readShare } from './share.ts';

/** Options that set the bounds of a run. */
export const GATE_OPTIONS: Readonly<Record<'min-pass-rate' | 'max-errors', Option>> = {
  'min-pass-rate': { type: 'string', value: 'SHARE', about: 'exit with 1 below it, from 0 to 1' },
  'max-errors': {
    type: 'string',
    value: 'N|N%',
    about: 'trials that may break or be missing without exit code 1 (default 0)',
  },
};

/** The bounds of a run in a command line. Throws `CommandError`. */
export function boundsOf(values: OptionValues): Bounds {
  return {
    minPassRate: shareOf(values, 'min-pass-rate'),
    threshold: shareOf(values, 'threshold'),
    maxErrors: maxErrorsOf(values),
  };
}

/** How many trials may break or be missing. Throws `CommandError`. */
export function maxErrorsOf(values: OptionValues): MaxErrors | undefined {
  const text = textOf(values, 'max-errors');
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return { kind: 'count', most: Number(text) };
  const percent = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) <= 100) {
    return { kind: 'share', most: Number(percent) / 100 };
  }
  throw usage(`"${text}" is not a bound: write a number of trials, or a share such as 5%`);
}

function shareOf(values: OptionValues, name: string): number | undefined {
  const text = textOf(values, name);
  return text === undefined ? undefined : readShare(text);
}

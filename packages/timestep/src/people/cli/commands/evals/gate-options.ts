import type { PassConditions, MaxErrors } from '#eval';
import type { Option, OptionValues } from '../../command.ts';
import { createUsageError } from '../../command-error.ts';
import { parseFraction } from '../../options/quantity.ts';

export const GATE_OPTIONS: Readonly<Record<'min-pass-rate' | 'max-errors', Option>> = {
  'min-pass-rate': {
    value: 'SHARE',
    about: 'minimum pass rate from 0 to 1; exits with 1 if it is not reached',
  },
  'max-errors': {
    value: 'N|N%',
    about:
      'number or share of trials that may error or be missing; exits with 1 if there are more (default 0)',
  },
};

export function readPassConditions(values: OptionValues): PassConditions {
  return {
    minPassRate: values.parse('min-pass-rate', parseFraction),
    threshold: values.parse('threshold', parseFraction),
    maxErrors: values.parse('max-errors', parseMaxErrors),
  };
}

export function parseMaxErrors(text: string): MaxErrors {
  if (/^\d{1,9}$/.test(text)) return { kind: 'count', most: Number(text) };
  const percent = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) <= 100) {
    return { kind: 'share', most: Number(percent) / 100 };
  }
  throw createUsageError(
    `invalid --max-errors "${text}": use a number of trials or a percentage such as 5%`,
  );
}

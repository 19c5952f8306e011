import type { ServeOptions } from '../server/index.ts';
import { textOf, type Option, type OptionValues } from './command.ts';
import { readCount } from './quantity.ts';

/** How much one caller may ask of a server. */
export const CALLER_LIMIT_OPTIONS: Readonly<Record<'rate-limit' | 'at-once', Option>> = {
  'rate-limit': {
    type: 'string',
    value: 'N',
    about: 'requests that one caller may send in a minute (default any number)',
  },
  'at-once': {
    type: 'string',
    value: 'N',
    about: 'requests of one caller that are answered at a time (default any number)',
  },
};

/** What was chosen of it. Throws `CommandError`. */
export function callerLimitsIn(values: OptionValues): Pick<ServeOptions, 'callerLimits'> {
  const perMinute = textOf(values, 'rate-limit');
  const atOnce = textOf(values, 'at-once');
  if (perMinute === undefined && atOnce === undefined) return {};
  return {
    callerLimits: {
      ...(perMinute !== undefined && { requestsPerMinute: readCount(perMinute) }),
      ...(atOnce !== undefined && { requestsAtOnce: readCount(atOnce) }),
    },
  };
}

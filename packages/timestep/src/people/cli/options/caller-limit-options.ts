import type { ServeOptions } from '../../../serving/server/index.ts';
import { getOptionText, type Option, type OptionValues } from '../command.ts';
import { parseCount } from './quantity.ts';

/** Options that limit the requests of each caller of a server. */
export const CALLER_LIMIT_OPTIONS: Readonly<Record<'rate-limit' | 'at-once', Option>> = {
  'rate-limit': {
    type: 'string',
    value: 'N',
    about: 'maximum requests per caller per minute (default: unlimited)',
  },
  'at-once': {
    type: 'string',
    value: 'N',
    about: 'maximum concurrent requests per caller (default: unlimited)',
  },
};

/** Reads the limits per caller. Throws `CommandError` for an invalid number. */
export function readCallerLimits(values: OptionValues): Pick<ServeOptions, 'callerLimits'> {
  const perMinute = getOptionText(values, 'rate-limit');
  const atOnce = getOptionText(values, 'at-once');
  if (perMinute === undefined && atOnce === undefined) return {};
  return {
    callerLimits: {
      ...(perMinute !== undefined && { requestsPerMinute: parseCount(perMinute) }),
      ...(atOnce !== undefined && { requestsAtOnce: parseCount(atOnce) }),
    },
  };
}

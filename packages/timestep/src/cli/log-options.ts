import type { Log, LogLevel } from '../port/index.ts';
import { secretsMask } from '../trace/index.ts';
import { createLog, LOG_LEVELS } from './log.ts';
import { lineForPerson, lineOfJson } from './log-line.ts';
import { textOf, type Option, type OptionValues, type Surroundings } from './command.ts';
import { usage } from './command-error.ts';

const FORMATS: readonly string[] = ['pretty', 'json'];

/** The options of commands that write a log. */
export const LOG_OPTIONS: Readonly<Record<'log-level' | 'log-format', Option>> = {
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    about: 'writes what happens to standard error: debug, info, warn or error (or LOG_LEVEL)',
  },
  'log-format': {
    type: 'string',
    value: 'FORM',
    about: 'pretty, as at a terminal, or json, a line each, as elsewhere (or LOG_FORMAT)',
  },
};

/** Surroundings with the log that options or variables ask for. Throws `CommandError` for values that cannot be. */
export function openLog(values: OptionValues, around: Surroundings): Surroundings {
  const { env, isWatched, complain } = around;
  const level = textOf(values, 'log-level') ?? env['LOG_LEVEL'];
  const format = textOf(values, 'log-format') ?? env['LOG_FORMAT'];
  if (!level && !format) return around;
  const isPretty = format ? formatFrom(format) === 'pretty' : isWatched;
  const textFor = isPretty ? lineForPerson : lineOfJson;
  const mask = secretsMask(env);
  const log = createLog({
    level: levelFrom(level || 'info'),
    now: Date.now,
    write: (line) => complain(mask(`${textFor(line)}\n`)),
  });
  return { ...around, log, complain: complainTo(log) };
}

/** Writes the sentences that commands complain in as lines of a log. */
function complainTo(log: Log): (text: string) => void {
  return (text) => {
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const said = line.replace(/^timestep: /, '');
      if (said.startsWith('warning: ')) log.warn({}, said.slice('warning: '.length));
      else log.error({}, said);
    }
  };
}

function levelFrom(given: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === given);
  if (level !== undefined) return level;
  throw usage(`"${given}" is not a level of a log: give ${LOG_LEVELS.join(', ')}`);
}

function formatFrom(given: string): string {
  if (FORMATS.includes(given)) return given;
  throw usage(`"${given}" is not a form of a log: give ${FORMATS.join(' or ')}`);
}

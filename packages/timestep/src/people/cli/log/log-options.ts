import type { Log, LogLevel } from '../../../engine/port/index.ts';
import { createSecretsMask } from '../../../protocols/trace/index.ts';
import { createLog, LOG_LEVELS } from './log.ts';
import { formatLineAsText, formatLineAsJson } from './log-line.ts';
import { getOptionText, type Option, type OptionValues, type CommandContext } from '../command.ts';
import { createUsageError } from '../command-error.ts';

const FORMATS: readonly string[] = ['pretty', 'json'];

/** Options of commands that write a log. */
export const LOG_OPTIONS: Readonly<Record<'log-level' | 'log-format', Option>> = {
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    about: 'minimum level of the log on standard error: debug, info, warn or error (or LOG_LEVEL)',
  },
  'log-format': {
    type: 'string',
    value: 'FORM',
    about: 'log format: pretty (default in a terminal) or json (default otherwise); or LOG_FORMAT',
  },
};

/**
 * Adds the log that options or environment variables enable to the context. Throws `CommandError`
 * for invalid values.
 */
export function addLog(values: OptionValues, context: CommandContext): CommandContext {
  const { env, isStderrTerminal, writeError } = context;
  const level = getOptionText(values, 'log-level') ?? env['LOG_LEVEL'];
  const format = getOptionText(values, 'log-format') ?? env['LOG_FORMAT'];
  if (!level && !format) return context;
  const isPretty = format ? parseLogFormat(format) === 'pretty' : isStderrTerminal;
  const textFor = isPretty ? formatLineAsText : formatLineAsJson;
  const mask = createSecretsMask(env);
  const log = createLog({
    level: parseLogLevel(level || 'info'),
    now: Date.now,
    write: (line) => writeError(mask(`${textFor(line)}\n`)),
  });
  return { ...context, log, writeError: createErrorLogger(log) };
}

/** Creates a function that writes messages for standard error to the log instead. */
function createErrorLogger(log: Log): (text: string) => void {
  return (text) => {
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const said = line.replace(/^timestep: /, '');
      if (said.startsWith('warning: ')) log.warn({}, said.slice('warning: '.length));
      else log.error({}, said);
    }
  };
}

function parseLogLevel(given: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === given);
  if (level !== undefined) return level;
  throw createUsageError(`"${given}" is not a log level: use ${LOG_LEVELS.join(', ')}`);
}

function parseLogFormat(given: string): string {
  if (FORMATS.includes(given)) return given;
  throw createUsageError(`"${given}" is not a log format: use ${FORMATS.join(' or ')}`);
}

import type { Log, LogLevel } from '#engine/port';
import { createSecretsMask } from '#protocols/trace';
import type { Command, CommandContext, Option, OptionValues } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { createLog, formatLineAsJson, formatLineAsText, LOG_LEVELS } from './log.ts';

const FORMATS: readonly string[] = ['pretty', 'json'];

const LOG_OPTIONS: Readonly<Record<string, Option>> = {
  'log-level': {
    value: 'LEVEL',
    about: 'minimum level of the log on standard error: debug, info, warn or error (or LOG_LEVEL)',
  },
  'log-format': {
    value: 'FORM',
    about: 'log format: pretty (default in a terminal) or json (default otherwise); or LOG_FORMAT',
  },
};

/** Adds the log options to a command and writes its start and end to the log. */
export function addCommandLog(command: Command): Command {
  const name = `timestep ${command.words.join(' ')}`;
  return {
    ...command,
    options: { ...command.options, ...LOG_OPTIONS },
    async run(given, context) {
      const logging = addLog(given.values, context);
      const { log } = logging;
      log?.info({ version: context.version, pid: process.pid }, `${name} started`);
      try {
        return await command.run(given, logging);
      } finally {
        log?.info({}, `${name} ended`);
      }
    },
  };
}

export function addLog(values: OptionValues, context: CommandContext): CommandContext {
  const { env, isStderrTerminal, writeError } = context;
  const level = values.text('log-level') ?? env['LOG_LEVEL'];
  const format = values.text('log-format') ?? env['LOG_FORMAT'];
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

import { formatForeignLine } from '#core';
import type { Log, LogFields, LogLevel, WriteLine } from '#engine/port';
import { createSecretsMask } from '#protocols/trace';
import {
  splitUsage,
  type Command,
  type CommandContext,
  type Option,
  type OptionValues,
} from '../command.ts';
import { parseOneOf } from '../options/quantity.ts';
import { formatJson } from '../output/plain-text.ts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const FORMATS = ['pretty', 'json'] as const;

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
export function addLogging(command: Command): Command {
  const name = `timestep ${splitUsage(command).words.join(' ')}`;
  return {
    ...command,
    options: { ...command.options, ...LOG_OPTIONS },
    async run(given, context) {
      const logging = addLogIfRequested(given.values, context);
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

export function addLogIfRequested(values: OptionValues, context: CommandContext): CommandContext {
  const { env, isStderrTerminal, writeError } = context;
  const level = values.text('log-level') ?? env['LOG_LEVEL'];
  const format = values.text('log-format') ?? env['LOG_FORMAT'];
  if (!level && !format) return context;
  const standard = isStderrTerminal ? 'pretty' : 'json';
  const complaint = `"${format}" is not a log format: use ${FORMATS.join(' or ')}`;
  const formatLine = LINE_FORMATS[parseOneOf(format || standard, FORMATS, complaint)];
  const mask = createSecretsMask(env);
  const log = createLog(
    parseOneOf(level || 'info', LEVELS, `"${level}" is not a log level: use ${LEVELS.join(', ')}`),
    (...line) => writeError(mask(formatLine(...line))),
  );
  return { ...context, log, writeError: createErrorLogger(log) };
}

type WriteLogLine<Written> = (level: LogLevel, fields: LogFields, message: string) => Written;

/** Creates a log that writes each line at once, so that none is lost when the process ends. */
function createLog(least: LogLevel, write: WriteLogLine<void>): Log {
  const isLevelEnabled = (level: LogLevel): boolean =>
    LEVELS.indexOf(level) >= LEVELS.indexOf(least);
  const writer = (level: LogLevel): WriteLine =>
    isLevelEnabled(level) ? (fields, message) => write(level, fields, message) : () => undefined;
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    isLevelEnabled,
  };
}

const LINE_FORMATS: Readonly<Record<(typeof FORMATS)[number], WriteLogLine<string>>> = {
  json: (level, fields, message) =>
    formatJson({ level, time: new Date().toISOString(), ...fields, msg: message }),
  /** Formats a log line for people: time in UTC, level, message and fields. */
  pretty(level, fields, message) {
    const clock = new Date().toISOString().slice('2026-01-01T'.length, -1);
    const rest = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${String(value)}`);
    return `${clock} ${level.padEnd('error'.length)} ${formatForeignLine([message, ...rest].join(' '))}\n`;
  },
};

/** Creates a function that writes messages for standard error to the log instead. */
function createErrorLogger(log: Log): (text: string) => void {
  return (text) => {
    // Further lines of a message are indented, so that only a line without indentation begins a message.
    for (const line of text.split(/\n(?! )/).filter((one) => one !== '')) {
      const said = line.replace(/^timestep: /, '').replaceAll('\n  ', '\n');
      if (said.startsWith('warning: ')) log.warn({}, said.slice('warning: '.length));
      else log.error({}, said);
    }
  };
}

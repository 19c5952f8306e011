import type { Log } from '../../engine/port/index.ts';
import type { Backends } from './backends/backends.ts';
import type { TerminalPort } from './chat/terminal.ts';

/**
 * Exit codes of a command: success, failure or findings, usage error, runs not comparable, human
 * input required.
 */
export const EXIT = { fine: 0, failed: 1, usage: 2, incomparable: 3, waiting: 4 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Asks the user a question in the terminal. Resolves to the trimmed answer. */
export type AskUser = (question: string) => Promise<string>;

/** Environment, streams and services that a command uses. */
export interface CommandContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /**
   * Returns a signal that aborts when the user stops the command. Until the first call, SIGINT and
   * SIGTERM terminate the process.
   */
  readonly getStopSignal: () => AbortSignal;
  /** Available backends for storing tasks. */
  readonly backends: Backends;
  /** Asks the user in the terminal; undefined if the command is not interactive. */
  readonly askUser?: AskUser;
  /** Returns the terminal; undefined unless standard input and output are both terminals. */
  readonly getTerminal?: () => TerminalPort | undefined;
  /** Reads all of standard input; undefined means that it is empty. */
  readonly readInput?: () => Promise<string>;
  /** Whether standard error is a terminal. */
  readonly isStderrTerminal: boolean;
  /**
   * Runs another command in a separate process with the same environment; undefined if not
   * supported. Rejects if the process cannot be started.
   */
  readonly runInSubprocess?: (argv: readonly string[]) => Promise<FinishedCommand>;
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly writeError: (text: string) => void;
  /** The log, if enabled. It also receives everything written to standard error. */
  readonly log?: Log;
}

/** Exit code and complete output of a finished command. */
export interface FinishedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** Placeholder for the value in the help text, such as `PATH`. For options of type `string`. */
  readonly value?: string;
  readonly about: string;
  /** True if the option can be repeated. For options of type `string`. */
  readonly isRepeated?: true;
  /** True if the value can be omitted; it is empty then. For options of type `string`. */
  readonly isValueOptional?: true;
}

type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** An additional section in the help text of a command. */
export interface HelpSection {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, about: string])[];
}

/** The parsed arguments and options of a command. Missing arguments are empty strings. */
export interface CommandArguments {
  /**
   * All positional arguments. More than two are possible only if the command accepts any number.
   */
  readonly operands: readonly string[];
  readonly operand: string;
  readonly second: string;
  readonly values: OptionValues;
}

/**
 * How a command uses a backend. `tasks`: reads or deletes stored tasks. `running`: also affects
 * running tasks. `serve` and `work`: run tasks.
 */
export type BackendUse = 'tasks' | 'running' | 'serve' | 'work';

export interface Command {
  /** Words of the command, such as `['tasks', 'list']`. */
  readonly words: readonly string[];
  /**
   * Placeholder for the first argument in the help text, such as `<id>`, or `[folder]` if it is
   * optional; undefined if the command has no arguments.
   */
  readonly operand?: string;
  /** Placeholder for the second argument in the help text. */
  readonly second?: string;
  /** True if the argument can be repeated. */
  readonly isRepeated?: true;
  readonly about: string;
  /** Additional text for the help of the command. */
  readonly more?: string;
  readonly options: Readonly<Record<string, Option>>;
  /**
   * How the command uses a backend, which determines its backend options; undefined if it uses
   * none.
   */
  readonly backend?: BackendUse;
  /** Help sections between the options and the examples. */
  readonly sections?: readonly HelpSection[];
  readonly examples: readonly string[];
  run(call: CommandArguments, context: CommandContext): Promise<Exit>;
}

export const JSON_OPTION: Option = { type: 'boolean', about: 'prints JSON' };

export function getOptionText(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns all values of a repeatable option. */
export function getOptionTexts(values: OptionValues, name: string): string[] {
  const given = values[name];
  return Array.isArray(given) ? given.filter((value) => typeof value === 'string') : [];
}

export function isOptionSet(values: OptionValues, name: string): boolean {
  return values[name] === true;
}

import type { Log } from '#engine/port';
import type { Backends } from './backends/backends.ts';
import type { TerminalPort } from './chat/terminal.ts';

/** Exit codes. `failed` is also used for findings, `waiting` if a user must answer something. */
export const EXIT = { fine: 0, failed: 1, usage: 2, incomparable: 3, waiting: 4 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Asks the user a question in the terminal. Resolves to the trimmed answer. */
export type AskUser = (question: string) => Promise<string>;

export interface CommandContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
  /** Returns a signal that aborts on SIGINT and SIGTERM. Before, these end the process. */
  readonly getStopSignal: () => AbortSignal;
  readonly backends: Backends;
  /** Asks the user a question in the terminal. Undefined if the command is not interactive. */
  readonly askUser?: AskUser;
  /** Asks for a secret like `askUser`, but does not show what is typed. */
  readonly askSecret?: AskUser;
  /** Returns the terminal; undefined unless standard input and output are terminals. */
  readonly getTerminal?: () => TerminalPort | undefined;
  /** Reads all of standard input; undefined means that standard input is empty. */
  readonly readInput?: () => Promise<string>;
  readonly isStderrTerminal: boolean;
  /** Runs another command with the same environment. Rejects if it cannot be started. */
  readonly runInSubprocess?: (argv: readonly string[]) => Promise<FinishedCommand>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** The log, if enabled. It also receives everything written to standard error. */
  readonly log?: Log;
}

export interface FinishedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Option {
  /** Placeholder for the value in the help text, such as `PATH`; undefined for a flag. */
  readonly value?: string;
  readonly about: string;
  readonly isRepeated?: true;
  /** Whether the value can be omitted; an omitted value is empty. */
  readonly isValueOptional?: true;
}

type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

/** The options of a command line, by name without `--`. */
export interface OptionValues {
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly isSet: (name: string) => boolean;
  /** Parses the text of an option; undefined if the option is missing. */
  readonly parse: <T>(name: string, parse: (text: string) => T) => T | undefined;
}

export function createOptionValues(given: Readonly<Record<string, OptionValue>>): OptionValues {
  const text = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    has: (name) => given[name] !== undefined,
    text,
    texts(name) {
      const value = given[name];
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    },
    isSet: (name) => given[name] === true,
    parse(name, parse) {
      const written = text(name);
      return written === undefined ? undefined : parse(written);
    },
  };
}

export interface HelpSection {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, about: string])[];
}

/** The parsed arguments and options of a command. Missing arguments are empty strings. */
export interface CommandArguments {
  readonly operands: readonly string[];
  readonly operand: string;
  readonly second: string;
  readonly values: OptionValues;
}

/**
 * How a command uses a backend: to read stored `tasks`, also `running` ones, to `serve`, or to
 * `work` on tasks.
 */
export type BackendUse = 'tasks' | 'running' | 'serve' | 'work';

export interface Command {
  /** Words and arguments, such as `tasks show <id>`; `[id]` is optional, and `…` repeats the last. */
  readonly usage: string;
  readonly about: string;
  readonly more?: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** How the command uses a backend, which adds backend options; undefined if it uses none. */
  readonly backend?: BackendUse;
  readonly sections?: readonly HelpSection[];
  readonly examples: readonly string[];
  /** Runs the command. Without an exit code, it succeeded. */
  run(call: CommandArguments, context: CommandContext): Promise<Exit | void>;
}

/** Splits the usage of a command into its words and the placeholders of its arguments. */
export function splitUsage({ usage }: Pick<Command, 'usage'>): {
  readonly words: readonly string[];
  readonly operands: readonly string[];
} {
  const parts = usage.split(' ');
  const words = parts.filter((part) => /^\w/.test(part));
  return { words, operands: parts.slice(words.length) };
}

/** Whether the words of a command line begin with the name of this command. */
export function doWordsNameCommand(command: Command, words: readonly string[]): boolean {
  return splitUsage(command).words.every((word, at) => words[at] === word);
}

export const JSON_OPTION: Option = { about: 'prints JSON' };

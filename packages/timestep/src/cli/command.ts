import type { Log } from '../port/index.ts';
import type { Backends } from './backends.ts';
import type { TerminalPort } from './chat/terminal.ts';

/**
 * Exit codes of a command: done without findings, failed or with findings, not understood, not
 * comparable, left because a person is needed.
 */
export const EXIT = { fine: 0, failed: 1, usage: 2, incomparable: 3, waiting: 4 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Resolves to what a person answers to a question, without spaces around it. */
export type Ask = (question: string) => Promise<string>;

/** What a command uses of its surroundings. */
export interface Surroundings {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Aborts when the user stops the command. Before the first call of this function, a signal ends
   * the process.
   */
  readonly stopped: () => AbortSignal;
  /** The backends for tasks. */
  readonly backends: Backends;
  /** Asks the person at the terminal a question; absent where there is not a person to ask. */
  readonly ask?: Ask;
  /** The terminal; absent or `undefined` where a person is not at both of its ends. */
  readonly terminal?: () => TerminalPort | undefined;
  /** All of standard input; absent: it is empty. */
  readonly readInput?: () => Promise<string>;
  /** Whether a person is watching standard error. */
  readonly isWatched: boolean;
  /**
   * Runs another command in a process of its own, with the same variables; absent where that cannot be done.
   * Rejects where the process cannot be started.
   */
  readonly runApart?: (argv: readonly string[]) => Promise<CommandEnd>;
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
  /** The log that was asked for, which receives complaints as well. */
  readonly log?: Log;
}

/** How a command ended, with all that it wrote. */
export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** The name of the value in help, such as `PATH`; for strings. */
  readonly value?: string;
  readonly about: string;
  /** Whether it may be given more than once; for strings. */
  readonly isRepeated?: true;
  /** Whether its value may be left out, and is empty then; for strings. */
  readonly isValueOptional?: true;
}

type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** A section in the help of a command. */
export interface HelpSection {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, about: string])[];
}

/** A parsed command: its operands (empty where it takes none) and its options. */
export interface Call {
  /** All operands; more than two only where a command takes any number. */
  readonly operands: readonly string[];
  readonly operand: string;
  readonly second: string;
  readonly values: OptionValues;
}

/**
 * How a command uses a backend. `tasks`: reads or prunes the tasks of a database. `running`: also
 * affects running tasks. `serve` and `work`: take part in running tasks.
 */
export type BackendUse = 'tasks' | 'running' | 'serve' | 'work';

export interface Command {
  /** The name of the command, such as `['tasks', 'list']`. */
  readonly words: readonly string[];
  /**
   * The name of its operand in help, such as `<id>`, or `[folder]` where it may be left out; absent: it
   * takes none.
   */
  readonly operand?: string;
  /** The name of its second operand in help. */
  readonly second?: string;
  /** Whether its operand may be given more than once. */
  readonly isRepeated?: true;
  readonly about: string;
  /** Further text for its help. */
  readonly more?: string;
  readonly options: Readonly<Record<string, Option>>;
  /**
   * How it uses a backend, which decides the options of backends that it takes; absent: not at all.
   */
  readonly backend?: BackendUse;
  /** Sections between options and examples. */
  readonly sections?: readonly HelpSection[];
  readonly examples: readonly string[];
  run(call: Call, surroundings: Surroundings): Promise<Exit>;
}

export const JSON_OPTION: Option = { type: 'boolean', about: 'JSON, for programs' };

export function textOf(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of an option that may be repeated. */
export function textsOf(values: OptionValues, name: string): string[] {
  const given = values[name];
  return Array.isArray(given) ? given.filter((value) => typeof value === 'string') : [];
}

export function isSet(values: OptionValues, name: string): boolean {
  return values[name] === true;
}

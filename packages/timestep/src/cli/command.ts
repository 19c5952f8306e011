import type { Backends } from './backends.ts';

/** How a command ends: done and fine, failed or with findings, not understood, not to be compared. */
export const EXIT = { fine: 0, failed: 1, usage: 2, incomparable: 3 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** What a command reaches of the world. */
export interface Surroundings {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Aborts when the user wants the command to stop; until it is asked for, that ends the process. */
  readonly stopped: () => AbortSignal;
  /** What tasks may be kept in. */
  readonly backends: Backends;
  /** Whether a person is watching standard error. */
  readonly isWatched: boolean;
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in help, as `PATH`; for strings. */
  readonly value?: string;
  readonly about: string;
  /** May be given more than once; for strings. */
  readonly isRepeated?: true;
}

type OptionValue = string | boolean | readonly (string | boolean)[] | undefined;

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** Something to look up in the help of a command. */
export interface HelpSection {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, about: string])[];
}

/** A command that was understood: its operands (empty where it takes none) and its options. */
export interface Call {
  readonly operand: string;
  readonly second: string;
  readonly values: OptionValues;
}

/**
 * `tasks`: reads or prunes what a database holds. `running`: has a say in what runs, too. `serve` and
 * `work`: takes part in running tasks.
 */
export type BackendUse = 'tasks' | 'running' | 'serve' | 'work';

export interface Command {
  /** What it is called by, as `['tasks', 'list']`. */
  readonly words: readonly string[];
  /** What its operand stands for, as `<id>`; absent: it takes none. */
  readonly operand?: string;
  /** The same of a second one. */
  readonly second?: string;
  readonly about: string;
  /** What else is to be known of it. */
  readonly more?: string;
  readonly options: Readonly<Record<string, Option>>;
  /** What it does with a backend, by which it takes options of backends as well; absent: nothing. */
  readonly backend?: BackendUse;
  /** What is to be looked up, between options and examples. */
  readonly sections?: readonly HelpSection[];
  readonly examples: readonly string[];
  run(call: Call, surroundings: Surroundings): Promise<Exit>;
}

export const JSON_OPTION: Option = { type: 'boolean', about: 'JSON, for programs' };

export function textOf(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Every value of an option that may be repeated. */
export function textsOf(values: OptionValues, name: string): string[] {
  const given = values[name];
  return Array.isArray(given) ? given.filter((value) => typeof value === 'string') : [];
}

export function isSet(values: OptionValues, name: string): boolean {
  return values[name] === true;
}

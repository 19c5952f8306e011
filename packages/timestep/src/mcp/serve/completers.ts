import type { EnvironmentDefinition } from './definition.ts';

/**
 * Values that an argument of a prompt, or a variable of a template, may have: all of them, or those that go on
 * from what is written, given the other arguments so far.
 */
export type Completer =
  | readonly string[]
  | ((
      written: string,
      others: Readonly<Record<string, string>>,
    ) => readonly string[] | Promise<readonly string[]>);

/** Completers by the names of arguments or variables. */
export type Completers = Readonly<Record<string, Completer>>;

/** Whether anything of an environment can be completed. */
export function hasCompletions({ prompts = [], resources = [] }: EnvironmentDefinition): boolean {
  return [...prompts, ...resources].some(({ complete }) => complete !== undefined);
}

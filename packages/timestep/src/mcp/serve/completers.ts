import type { EnvironmentDefinition } from './definition.ts';

/**
 * Suggested values for a prompt argument or a variable of a resource template: a list, which is
 * filtered by what the user has typed, or a function that receives the typed text and the other
 * arguments so far.
 */
export type Completer =
  | readonly string[]
  | ((
      typedText: string,
      others: Readonly<Record<string, string>>,
    ) => readonly string[] | Promise<readonly string[]>);

/** Completers, keyed by the name of the argument or variable. */
export type Completers = Readonly<Record<string, Completer>>;

/** True if any prompt or resource of the environment has completions. */
export function hasCompletions({ prompts = [], resources = [] }: EnvironmentDefinition): boolean {
  return [...prompts, ...resources].some(({ complete }) => complete !== undefined);
}

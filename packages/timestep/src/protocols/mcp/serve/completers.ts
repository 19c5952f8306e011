import type { EnvironmentDefinition } from './definition.ts';

/**
 * Suggested values for an argument: a list, filtered by the typed text, or a function of the typed
 * text and the other arguments so far.
 */
export type Completer =
  | readonly string[]
  | ((
      typedText: string,
      others: Readonly<Record<string, string>>,
    ) => readonly string[] | Promise<readonly string[]>);

/** Completers, keyed by the name of the argument or variable. */
export type Completers = Readonly<Record<string, Completer>>;

export function hasCompletions({ prompts = [], resources = [] }: EnvironmentDefinition): boolean {
  return [...prompts, ...resources].some(({ complete }) => complete !== undefined);
}

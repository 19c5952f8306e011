import { findSimilarWord } from './similar-word.ts';

/** All option names of a function or class. The type `Record<keyof Options, true>` makes the compiler check it. */
export type OptionNames = Readonly<Record<string, true>>;

/**
 * Formats an error message for the first unknown option. `spellings` maps option names of other
 * frameworks to ours.
 */
export function describeUnknownOption(
  options: object,
  known: OptionNames,
  spellings: Readonly<Record<string, string>> = {},
): string | undefined {
  for (const option in options) {
    if (known[option] === true) continue;
    const names = Object.keys(known);
    const meant = Object.hasOwn(spellings, option)
      ? spellings[option]
      : findSimilarWord(option, names);
    const hint =
      meant === undefined
        ? `known options are ${names.join(', ')}`
        : `did you mean ${quoteIfPlainName(meant)}?`;
    return `has no option "${option}": ${hint}`;
  }
  return undefined;
}

/** Quotes a plain name. An expression, such as `limits: { max_steps }`, is not quoted. */
function quoteIfPlainName(name: string): string {
  return /^\w+$/.test(name) ? `"${name}"` : name;
}

import { findSimilarWord } from './similar-word.ts';

/** The option names of a function or class: `Record<keyof Options, true>`, so that the compiler keeps it complete. */
export type OptionNames = Readonly<Record<string, true>>;

/** Describes the first unknown option. `spellings` maps names of other frameworks to names here. */
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

/** Quotes a name. An expression, such as `limits: { max_steps }`, stays as written. */
function quoteIfPlainName(name: string): string {
  return /^\w+$/.test(name) ? `"${name}"` : name;
}

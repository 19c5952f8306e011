import { createUsageError } from '../command-error.ts';

const VARIABLE_REFERENCE = /\$\{env:([^}]{0,256})\}/g;

/** Lists the values that words reference as `${env:NAME}`, which must be masked in all output. */
export function listReferencedValues(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = words.flatMap((word) =>
    [...word.matchAll(VARIABLE_REFERENCE)].map(([, name]) => name ?? ''),
  );
  return names.flatMap((name) => env[name] ?? []);
}

/** Replaces `${env:NAME}` with the variable, so that secrets need not be on the command line. */
export function substituteVariables(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return text.replaceAll(VARIABLE_REFERENCE, (_, name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw createUsageError(`the environment variable ${name} is not set`);
  });
}

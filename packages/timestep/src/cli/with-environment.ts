import { usage } from './command-error.ts';

const NAMED = /\$\{env:([^}]{0,256})\}/g;

/** The values that words name as `${env:NAME}`: no output may show them. */
export function valuesNamedIn(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = words.flatMap((word) => [...word.matchAll(NAMED)].map(([, name]) => name ?? ''));
  return names.flatMap((name) => env[name] ?? []);
}

/**
 * Replaces `${env:NAME}` by the value in the environment, so that the command line does not show
 * it.
 */
export function withEnvironment(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return text.replaceAll(NAMED, (_, name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw usage(`the environment variable ${name} is not set`);
  });
}

import { usage } from './command-error.ts';

/** What is written as `${env:NAME}` is taken from the environment, so that no command shows it. */
export function withEnvironment(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return text.replaceAll(/\$\{env:([^}]{0,256})\}/g, (_, name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw usage(`the environment variable ${name} is not set`);
  });
}

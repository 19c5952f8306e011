/** Environment variables, such as `process.env`. */
export type EnvironmentVariables = { readonly [name: string]: string | undefined };

/** The first of the named variables that is set to something. */
export function firstSet(env: EnvironmentVariables, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

/** Environment variables, such as `process.env`. */
export type EnvironmentVariables = { readonly [name: string]: string | undefined };

/** Returns the first of these variables that is not empty, trimmed. */
export function findFirstSetVariable(
  env: EnvironmentVariables,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

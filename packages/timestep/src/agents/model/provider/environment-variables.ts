/** Environment variables, such as `process.env`. */
export type EnvironmentVariables = { readonly [name: string]: string | undefined };

/** Returns the trimmed value of the first listed variable that is not empty. */
export function findVariable(
  env: EnvironmentVariables,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

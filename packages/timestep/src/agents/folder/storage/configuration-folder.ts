/** Returns the folder of the user's own files. Undefined if no variable determines it. */
export function findConfigurationFolder(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { TIMESTEP_CONFIG: own, XDG_CONFIG_HOME: all } = env;
  const home = env['HOME'] || env['USERPROFILE'];
  if (own) return own;
  if (all) return `${all}/timestep`;
  return home ? `${home}/.config/timestep` : undefined;
}

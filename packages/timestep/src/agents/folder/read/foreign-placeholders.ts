/**
 * Placeholders that only other programs (VS Code, Cursor and JetBrains) can fill in, such as `${input:name}`.
 */
const NAMED =
  /\$\{(?:input|command|config|userHome|workspaceFolderBasename|file\w*|pathSeparator|\/)(?::[^}]{0,256})?\}/;

/** Variables as shells, Codex, opencode, Docker and templates write them. */
const VARIABLES =
  /\$\{(?!folder\})[A-Za-z_]\w*\}|\$[A-Z_][A-Z0-9_]+\b|%[A-Z_][A-Z0-9_]+%|\{\{[^{}]{1,256}\}\}|(?<!\$)\{env:[^{}]{1,256}\}|\{file:[^{}]{1,256}\}/;

/**
 * Finds a placeholder that Timestep does not fill, so that a command would receive it literally.
 * Shell variables inside an argument are allowed.
 */
export function findForeignPlaceholder(text: string, isArgument: boolean): string | undefined {
  const named = NAMED.exec(text)?.[0];
  if (named !== undefined) return named;
  const variable = VARIABLES.exec(text)?.[0];
  return isArgument && variable !== text ? undefined : variable;
}

/** Advises what to write instead of a placeholder of another program. */
export function describeForeignPlaceholder(placeholder: string): string {
  const name = placeholder.match(/[\w-]+/g)?.at(-1) ?? 'NAME';
  const variable = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
  return `has ${placeholder}, which is not filled here: write \${env:${variable}} and set the variable`;
}

import type { ServerSwitches, Include } from '#agents/folder';

/**
 * Returns when requests include a tool, such as always or only if relevant, as set for its server. Tools of
 * the program are always included.
 */
export function getIncludeMode(
  servers: readonly Pick<ServerSwitches, 'name' | 'include'>[],
  toolName: string,
): { readonly include: Include; readonly isWritten: boolean } {
  const server = servers
    .filter(({ name }) => toolName.startsWith(`${name}_`))
    .toSorted((a, b) => b.name.length - a.name.length)
    .at(0);
  if (!server) return { include: 'always', isWritten: true };
  const { serverDefault, tools } = server.include;
  const own = tools.get(toolName.slice(server.name.length + 1));
  return { include: own ?? serverDefault, isWritten: own !== undefined };
}

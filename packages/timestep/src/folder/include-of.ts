import type { Include } from './note.ts';
import type { ServerSwitches } from './tool-server.ts';

/**
 * The include mode of a tool by the name that the model sees, and whether its author wrote it for this
 * tool; a tool of the program is always included.
 */
export function includeOf(
  servers: readonly Pick<ServerSwitches, 'name' | 'include'>[],
  shown: string,
): { readonly include: Include; readonly isWritten: boolean } {
  const server = servers
    .filter(({ name }) => shown.startsWith(`${name}_`))
    .toSorted((a, b) => b.name.length - a.name.length)
    .at(0);
  if (!server) return { include: 'always', isWritten: true };
  const { serverDefault, tools } = server.include;
  const own = tools.get(shown.slice(server.name.length + 1));
  return { include: own ?? serverDefault, isWritten: own !== undefined };
}

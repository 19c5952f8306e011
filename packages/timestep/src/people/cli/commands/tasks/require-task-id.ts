import { formatForeignLine } from '#core';
import type { BackendKind, DatabaseLocation, StoredTasks } from '#engine/port';
import { createUsageError } from '../../command-error.ts';

/** Number of ids that an error lists. */
const MAX_LISTED = 5;

/**
 * Returns the id of the only task whose id begins with a text, or the text itself if there is none,
 * which is then reported as missing. Throws if several ids begin with it.
 */
export async function requireTaskId(
  tasks: Pick<StoredTasks, 'findIds'>,
  beginning: string,
): Promise<string> {
  const found = await tasks.findIds(beginning, MAX_LISTED + 1);
  if (found.length <= 1 || found.includes(beginning)) return found[0] ?? beginning;
  const listed = found.slice(0, MAX_LISTED).map(formatForeignLine).join(', ');
  const more = found.length > MAX_LISTED ? ' and others' : '';
  throw createUsageError(
    `several tasks begin with ${formatForeignLine(beginning)}: ${listed}${more}; write more of the id`,
  );
}

/** Returns the id of a task of a database, as `requireTaskId` does. */
export async function findTaskId(
  backend: Pick<BackendKind, 'withTasks'>,
  location: DatabaseLocation,
  beginning: string,
): Promise<string> {
  let id = beginning;
  await backend.withTasks(location, 'read', async (tasks) => {
    id = await requireTaskId(tasks, beginning);
  });
  return id;
}

import { formatForeignLine } from '#core';
import type { BackendKind, DatabaseLocation, StoredTasks } from '#engine/port';
import { createUsageError } from '../../command-error.ts';

/** Maximum number of ids listed in an error message. */
const MAX_LISTED = 5;

/**
 * Returns the id of the only task whose id starts with `beginning`. If there is none, returns
 * `beginning`, which is reported as missing later. Throws if there are several.
 */
export async function expandTaskId(
  tasks: Pick<StoredTasks, 'findIds'>,
  beginning: string,
): Promise<string> {
  const found = await tasks.findIds(beginning, MAX_LISTED + 1);
  if (found.length <= 1 || found.includes(beginning)) return found[0] ?? beginning;
  const listed = found.slice(0, MAX_LISTED).map(formatForeignLine).join(', ');
  const more = found.length > MAX_LISTED ? ' and others' : '';
  throw createUsageError(
    `several tasks begin with ${formatForeignLine(beginning)}: ${listed}${more}; give more characters of the id`,
  );
}

/** Finds a task by the beginning of its id, like `expandTaskId`, in a database that is opened only for this. */
export async function expandTaskIdInDatabase(
  backend: Pick<BackendKind, 'withTasks'>,
  location: DatabaseLocation,
  beginning: string,
): Promise<string> {
  let id = beginning;
  await backend.withTasks(location, 'read', async (tasks) => {
    id = await expandTaskId(tasks, beginning);
  });
  return id;
}

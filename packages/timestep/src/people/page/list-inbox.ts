import type { TaskListing } from '#engine/port';
import type { WaitingTasks } from '#people/view';
import type { PageContext } from './page-context.ts';

/**
 * Lists the tasks that wait for users. A question that a calling agent passes on is listed once,
 * for the calling task.
 */
export async function listInbox(
  { tasks, total }: TaskListing,
  { lines }: Pick<PageContext, 'lines'>,
): Promise<WaitingTasks> {
  const loaded = await lines.load(tasks);
  const passedOn = new Set(loaded.flatMap(({ passesOn = [] }) => passesOn));
  const shown = loaded.filter(({ id }) => !passedOn.has(id));
  return { tasks: shown, total: total - (loaded.length - shown.length) };
}

import type { TaskListing } from '#engine/port';
import type { WaitingTasks } from '#people/view';
import type { PageContext } from './page-context.ts';

/** Lists what users must decide. A question that a caller passes on is listed once, as that of the caller. */
export async function listInbox(
  { tasks, total }: TaskListing,
  { lines }: Pick<PageContext, 'lines'>,
): Promise<WaitingTasks> {
  const loaded = await lines.load(tasks);
  const passedOn = new Set(loaded.flatMap(({ passesOn = [] }) => passesOn));
  const shown = loaded.filter(({ id }) => !passedOn.has(id));
  return { tasks: shown, total: total - (loaded.length - shown.length) };
}

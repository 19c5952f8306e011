import type { WaitingTasks } from '../../view/index.ts';
import { data, type ApiCall, type ApiRoute } from './route.ts';

/** What waits for a person, of all agents and principals. */
export const INBOX_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/inbox', answer: inboxAnswer },
];

/** A page follows each of them on its stream, which takes 32 tasks. */
const SHOWN = 24;
const MOST_LISTED = 100_000;

async function inboxAnswer({ context: { site, lines } }: ApiCall): Promise<Response> {
  const { tasks, total } = await site.tasks.list({ state: 'input-required', limit: MOST_LISTED });
  const inbox: WaitingTasks = { tasks: await lines.of(tasks.slice(-SHOWN).toReversed()), total };
  return data(inbox);
}

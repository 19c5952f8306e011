import type { WaitingTasks } from '../../view/index.ts';
import { WAITING_SHOWN } from '../waiting-changes.ts';
import { data, type ApiCall, type ApiRoute } from './route.ts';

/** What waits for a person, of all agents and principals. */
export const INBOX_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/inbox', answer: inboxAnswer },
];

async function inboxAnswer({ context: { site, lines } }: ApiCall): Promise<Response> {
  const { tasks, total } = await site.tasks.waiting(WAITING_SHOWN);
  const inbox: WaitingTasks = { tasks: await lines.of(tasks), total };
  return data(inbox);
}

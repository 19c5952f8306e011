import type { WaitingTasks } from '../../view/index.ts';
import { MAX_INBOX_TASKS } from '../watch-waiting-tasks.ts';
import { createJsonResponse, type ApiCall, type ApiRoute } from './api-route.ts';

export const INBOX_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/inbox', handle: handleGetInbox },
];

async function handleGetInbox({ context: { site, lines } }: ApiCall): Promise<Response> {
  const { tasks, total } = await site.tasks.listWaiting(MAX_INBOX_TASKS);
  const inbox: WaitingTasks = { tasks: await lines.load(tasks), total };
  return createJsonResponse(inbox);
}

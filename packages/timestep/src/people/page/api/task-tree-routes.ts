import { createEventLoopBreaks } from '#engine/port';
import {
  loadTaskTree,
  addEventToStepLog,
  beginStepLog,
  describeStep,
  type StepDetails,
  type TaskTree,
} from '#people/view';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';
import { requireTask } from './task-routes.ts';

/** Routes of a task with its called tasks, and of the details of one row of a timeline. */
export const TREE_ROUTES: ApiRoutes = {
  'GET /tasks/:id/tree': getTaskTree,
  'GET /tasks/:id/step': getStepDetails,
};

async function getTaskTree(call: ApiCall): Promise<TaskTree> {
  const { id } = await requireTask(call);
  const { site, clock } = call.context;
  return loadTaskTree(site.tasks, id, clock.now());
}

/** Responds with the details of the timeline row that the parameter `row` identifies. */
async function getStepDetails(call: ApiCall): Promise<StepDetails> {
  const { id } = await requireTask(call);
  const row = call.url.searchParams.get('row') ?? '';
  let log = beginStepLog(row);
  if (!log) throw createUnknownRowError(row);
  const takeBreak = createEventLoopBreaks();
  for await (const event of call.context.site.tasks.events(id)) {
    log = addEventToStepLog(log, event);
    if (log.isEnded) break;
    await takeBreak();
  }
  const step = describeStep(log);
  if (!step) throw createUnknownRowError(row);
  return step;
}

export function createUnknownRowError(row: string): ApiError {
  const message = `the timeline has no row "${row}": name the id of one of its rows`;
  return new ApiError(404, 'row-not-found', message);
}

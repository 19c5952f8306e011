import { apply, listToolsForModel, TimestepError, type Task } from '#core';
import { createEventLoopBreaks } from '#engine/port';
import {
  loadTaskTree,
  addEventToStepLog,
  beginStepLog,
  describeStep,
  type StepDetails,
  type StepLog,
  type StepTools,
  type TaskTree,
} from '#people/view';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';
import { requireTask } from './task-routes.ts';

/** Routes of a task with its called tasks, and of the details of one row of a timeline. */
export const TREE_ROUTES: ApiRoutes = {
  'GET /tasks/:id/tree': getTaskTree,
  'GET /tasks/:id/step': getStepDetails,
  'GET /tasks/:id/step/tools': getStepTools,
};

async function getTaskTree(call: ApiCall): Promise<TaskTree> {
  const { id } = await requireTask(call);
  const { site, clock } = call.context;
  return loadTaskTree(site.tasks, id, clock.now());
}

/** Responds with the details of the timeline row that the parameter `row` identifies. */
async function getStepDetails(call: ApiCall): Promise<StepDetails> {
  const { id } = await requireTask(call);
  const step = describeStep(await readStepLog(call, id, ({ isEnded }) => isEnded));
  if (!step) throw createUnknownRowError(getRowParam(call));
  return step;
}

const getRowParam = ({ url }: ApiCall): string => url.searchParams.get('row') ?? '';

/** Reads the log of a task until the part that describes the named row is complete. */
async function readStepLog(
  call: ApiCall,
  taskId: string,
  isComplete: (log: StepLog) => boolean,
): Promise<StepLog> {
  let log = beginStepLog(getRowParam(call));
  if (!log) throw createUnknownRowError(getRowParam(call));
  const takeBreak = createEventLoopBreaks();
  for await (const event of call.context.site.tasks.events(taskId)) {
    log = addEventToStepLog(log, event);
    if (isComplete(log)) break;
    await takeBreak();
  }
  return log;
}

/**
 * Responds with the tools that the model call of a row offered, with the definitions that the agent lists
 * now. This may start the agent's tool servers.
 */
async function getStepTools(call: ApiCall): Promise<StepTools> {
  const { id } = await requireTask(call);
  const { task, events } = await readStepLog(call, id, (log) => log.events.length > 0);
  const [first] = events;
  if (!task || first?.type !== 'model.started') throw createUnknownRowError(getRowParam(call));
  return listStepTools(call, apply(task, first));
}

async function listStepTools(call: ApiCall, task: Task): Promise<StepTools> {
  const { site } = call.context;
  const { agent, contextId, turn } = task.origin;
  const served = site.agents.get(agent)?.loop;
  const ofCaller = listToolsForModel(task, []);
  if (!served) {
    return { tools: ofCaller, missing: `this server has no agent "${agent}" at the moment` };
  }
  try {
    const environment = await served.environment(contextId, task.id);
    const listed = await environment.listTools(call.request.signal, turn);
    return { tools: listToolsForModel(task, listed) };
  } catch (thrown) {
    if (TimestepError.isInstance(thrown)) return { tools: ofCaller, missing: thrown.message };
    site.onError(thrown);
    return {
      tools: ofCaller,
      missing: 'the agent could not list its tools: see the server output',
    };
  }
}

export function createUnknownRowError(row: string): ApiError {
  const message = `the timeline has no row "${row}": name the id of one of its rows`;
  return new ApiError(404, 'row-not-found', message);
}

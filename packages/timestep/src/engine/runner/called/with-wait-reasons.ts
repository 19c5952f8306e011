import { listCallsAwaitingTask, type CallState, type Task } from '#core';
import { describeAgentWait, describeTaskWait, type Runner } from '#engine/port';
import { composeRunner } from '../compose-runner.ts';

/** Maximum depth of agents that call agents at which the reason of a wait is looked up. */
const MAX_DEPTH = 4;

/**
 * Wraps a runner. If calls of a task wait for other tasks, `get` also says why those make no progress, such
 * as an unreachable agent.
 */
export function withWaitReasons(runner: Runner): Runner {
  async function addWaitReasons(task: Task, depth = 1): Promise<Task> {
    if (listCallsAwaitingTask(task).length === 0) return task;
    const calls = await Promise.all(task.calls.map((call) => addWaitReason(call, depth)));
    return calls.some((call, at) => call !== task.calls[at]) ? { ...task, calls } : task;
  }

  async function addWaitReason(call: CallState, depth: number): Promise<CallState> {
    const { awaits, status } = call;
    if (!awaits || awaits.elsewhere || status !== 'planned' || depth > MAX_DEPTH) return call;
    const awaited = await runner.get(awaits.task_id);
    if (!awaited) return call;
    const delayed = await addWaitReasons(awaited, depth + 1);
    const delay =
      describeTaskWait(delayed) && (describeAgentWait(delayed) ?? describeTaskWait(delayed));
    return delay === undefined ? call : { ...call, awaits: { ...awaits, delay } };
  }

  return composeRunner(runner, {
    async get(taskId) {
      const task = await runner.get(taskId);
      return task && addWaitReasons(task);
    },
    async waitUntilSettled(taskId, signal) {
      const task = await runner.waitUntilSettled(taskId, signal);
      return task.state === 'working' ? addWaitReasons(task) : task;
    },
    async list(query) {
      const page = await runner.list(query);
      return { ...page, tasks: await Promise.all(page.tasks.map((task) => addWaitReasons(task))) };
    },
  });
}

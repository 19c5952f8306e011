import { listCallsAwaitingTask, type Task, type TaskWait } from '#core';
import { updatesToSteps, type Clock, type Runner, type TaskUpdate } from '#engine/port';
import { composeRunner } from '../compose-runner.ts';
import { reportTaskActivity, type TaskReading } from './follow-task.ts';
import { mergeUpdates } from './merge-updates.ts';

/** Maximum depth of nested agent calls whose progress is reported. */
const MAX_DEPTH = 4;

interface Follower {
  readonly runner: Runner;
  readonly clock: Clock;
}

/**
 * Wraps a runner. Subscribers of a task also receive, as progress of its calls, what the tasks do
 * that these calls wait for, and why they make no progress.
 */
export function withCalledProgress(runner: Runner, clock: Clock): Runner {
  return composeRunner(runner, {
    subscribe: (taskId, after, signal) =>
      subscribeWithProgress({ runner, clock }, { taskId, after, depth: 0 }, signal),
  });
}

interface Subscription {
  readonly taskId: string;
  readonly after: number;
  readonly depth: number;
  /** The task after its first `after` events, if known. */
  readonly task?: Task;
}

async function* subscribeWithProgress(
  follower: Follower,
  { taskId, after, depth, task }: Subscription,
  signal: AbortSignal,
): AsyncGenerator<TaskUpdate> {
  const { runner } = follower;
  if (depth >= MAX_DEPTH) {
    yield* runner.subscribe(taskId, after, signal);
    return;
  }
  /** Functions that stop watching the awaited task of a call, by call id. */
  const followed = new Map<string, () => void>();
  const merged = mergeUpdates((stop) => runner.subscribe(taskId, after, stop), signal);

  function stopReportingCalledTask(callId: string): void {
    followed.get(callId)?.();
    followed.delete(callId);
  }

  function stopReportingAllCalledTasks(): void {
    for (const callId of followed.keys()) stopReportingCalledTask(callId);
  }

  function startReportingCalledTask(
    callId: string,
    { task_id: childId, elsewhere }: TaskWait,
  ): void {
    stopReportingCalledTask(callId);
    if (elsewhere || signal.aborted) return;
    const open = (stop: AbortSignal) => openCalledTask(follower, childId, depth + 1, stop);
    const stop = reportTaskActivity(follower.clock, open, (activity) => {
      if (!activity) return;
      const delta = { type: 'progress', callId, ...activity } as const;
      merged.insert(callId, { kind: 'delta', step, attempt: 0, delta });
    });
    followed.set(callId, stop);
  }

  let step = 1;
  // A new task has no calls that wait yet, so its state is not read.
  const from = task ?? (after > 1 ? await runner.get(taskId).catch(() => undefined) : undefined);
  if (from) step = from.steps + 1;
  for (const { call, awaits } of from ? listCallsAwaitingTask(from) : [])
    if (awaits) startReportingCalledTask(call.id, awaits);
  // Progress of called tasks stops on abort, because a disconnected reader may never request another update.
  signal.addEventListener('abort', stopReportingAllCalledTasks, { once: true });
  try {
    for await (const update of merged.read(() => followed.size > 0)) {
      if (update.kind === 'event') {
        const { event } = update;
        if (event.type === 'model.replied') step = event.step + 1;
        if (event.type === 'call.suspended') startReportingCalledTask(event.callId, event.awaits);
        else if ('callId' in event) stopReportingCalledTask(event.callId);
      }
      yield update;
    }
  } finally {
    signal.removeEventListener('abort', stopReportingAllCalledTasks);
    stopReportingAllCalledTasks();
  }
}

async function openCalledTask(
  follower: Follower,
  taskId: string,
  depth: number,
  signal: AbortSignal,
): Promise<TaskReading | undefined> {
  const task = await follower.runner.get(taskId);
  if (!task) return undefined;
  const from = { taskId, after: task.generation, depth, task };
  return { task, steps: updatesToSteps(subscribeWithProgress(follower, from, signal), task) };
}

import { isWaitingForModel, listCallsAwaitingTask, type ModelWait, type Task } from '#core';

/** Describes for users why a task waits for its model, and when the model is called again. */
export function describeModelWait(wait: Pick<ModelWait, 'error' | 'until'>): string {
  return formatWaitReason('the model', wait);
}

/** Describes why a task waits for another one, whose model or remote agent cannot be reached. */
export function describeAgentWait({ origin, modelWait }: Task): string | undefined {
  return modelWait && formatWaitReason(`agent ${origin.agent}`, modelWait);
}

function formatWaitReason(
  awaited: string,
  { error, until }: Pick<ModelWait, 'error' | 'until'>,
): string {
  const time = new Date(until).toISOString();
  return `waiting for ${awaited}: ${error.message}; the next call is at ${time}`;
}

/**
 * Describes why a working task makes no progress. Undefined unless it waits for its model, or for a
 * task that waits.
 */
export function describeTaskWait(task: Task): string | undefined {
  if (task.state !== 'working') return undefined;
  if (task.modelWait && isWaitingForModel(task)) return describeModelWait(task.modelWait);
  return listCallsAwaitingTask(task).find(({ awaits }) => awaits?.delay)?.awaits?.delay;
}

import { isWaitingForModel, type ModelWait, type Task } from '#core';

/** Describes for users why a task waits for its model, and when the model is called again. */
export function describeModelWait({ error, until }: Pick<ModelWait, 'error' | 'until'>): string {
  const time = new Date(until).toISOString();
  return `waiting for the model: ${error.message}; the next call is at ${time}`;
}

/** Describes why a working task makes no progress. Undefined unless it waits for its model. */
export function describeTaskWait(task: Task): string | undefined {
  if (!task.modelWait || task.state !== 'working' || !isWaitingForModel(task)) return undefined;
  return describeModelWait(task.modelWait);
}

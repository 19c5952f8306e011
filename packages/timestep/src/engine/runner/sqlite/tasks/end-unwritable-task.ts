import type { Failure } from '#core';
import { FencedError } from '#engine/store';
import type { RunnerParts } from '../runner-parts.ts';
import type { LoadedTasks } from './loaded-tasks.ts';

/** Failure of a task whose newest data no database can store. */
const UNWRITABLE: Failure = {
  code: 'unwritable',
  message: 'the task received data that cannot be stored: the log of the server says why',
};

/**
 * Creates a function that ends a task of this process whose last write failed because of its data,
 * since the write would fail again. If the end cannot be written either, that is only reported.
 */
export function createUnwritableTaskEnder(
  deps: Pick<RunnerParts, 'queue' | 'table' | 'ownership' | 'onFailure'>,
  loadedTasks: LoadedTasks,
): (taskId: string) => void {
  const ending = new Set<string>();

  async function failUnwritableTask(taskId: string): Promise<void> {
    ending.add(taskId);
    try {
      await appendUnwritableTaskFailure(deps, loadedTasks, taskId);
    } catch (thrown) {
      // If another process or a new message has changed the task since the failed write, the task is not
      // ended: the regular recovery resumes it.
      if (!(thrown instanceof FencedError)) deps.onFailure(thrown);
    } finally {
      ending.delete(taskId);
    }
  }

  return (taskId) => {
    if (!ending.has(taskId)) void failUnwritableTask(taskId);
  };
}

async function appendUnwritableTaskFailure(
  { queue, table, ownership }: Pick<RunnerParts, 'queue' | 'table' | 'ownership'>,
  loadedTasks: LoadedTasks,
  taskId: string,
): Promise<void> {
  // An empty write waits until earlier writes of the task are committed.
  await queue.add(() => undefined);
  if (loadedTasks.get(taskId)) return;
  const status = table.readStatus(taskId);
  if (status?.owner !== ownership.id || status.hasEnded) return;
  const stored = table.load(taskId);
  if (!stored) return;
  const loaded = loadedTasks.add(stored.task, stored.epoch);
  try {
    const error = UNWRITABLE;
    await loaded.log.append({ type: 'task.finished', state: 'failed', reason: 'error', error });
  } finally {
    loadedTasks.unloadIfIdle(loaded);
  }
}

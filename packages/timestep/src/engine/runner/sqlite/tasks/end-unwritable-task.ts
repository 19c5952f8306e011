import type { Failure } from '#core';
import type { RunnerParts } from '../runner-parts.ts';
import type { LoadedTasks } from './loaded-tasks.ts';

/** Why a task ended whose newest data no database can hold. */
const UNWRITABLE: Failure = {
  code: 'unwritable',
  message: 'the task received data that cannot be stored: the log of the server says why',
};

/**
 * Ends an own task whose last write failed because of its data, as the write would fail again.
 * Rejects if the end cannot be written either.
 */
export async function endUnwritableTask(
  { queue, table, ownership }: Pick<RunnerParts, 'queue' | 'table' | 'ownership'>,
  loadedTasks: LoadedTasks,
  taskId: string,
): Promise<void> {
  // Earlier writes of the task may still wait for their commit.
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

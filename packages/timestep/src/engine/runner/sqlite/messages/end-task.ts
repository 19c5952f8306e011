import { hasTaskEnded, type Task } from '#core';
import { createTaskNotFoundError, type Runner } from '#engine/port';
import type { HostParts } from '../runner-parts.ts';
import type { ErasingTable } from '../upkeep/erasing-table.ts';

export interface EndTaskDeps extends HostParts {
  readonly erasing: ErasingTable;
  readonly readers: Pick<Runner, 'waitUntilSettled'>;
}

/** Number of records that are erased together with the task. Further records are erased later, in steps. */
const RECORDS_AT_ONCE = 500;

const NEVER = new AbortController().signal;

export async function cancelTask(deps: EndTaskDeps, taskId: string): Promise<Task> {
  const known = deps.host.find(taskId);
  if (!known) throw createTaskNotFoundError(taskId);
  if (hasTaskEnded(known)) return known;
  await requestTaskCancel(deps, taskId);
  return deps.readers.waitUntilSettled(taskId, NEVER);
}

/** Requests cancellation of a task, which another process may be running. Resolves when the request is durable. */
export async function requestTaskCancel(deps: HostParts, taskId: string): Promise<void> {
  const { host } = deps;
  const known = host.find(taskId);
  if (!known || hasTaskEnded(known)) return;
  if (!(await tryPutCancelInMailbox(deps, taskId))) {
    const loaded = host.load(taskId, { isForCancel: true });
    if (!loaded.log.task.cancelRequested && !hasTaskEnded(loaded.log.task)) {
      await loaded.log.append({ type: 'cancel.requested' });
    }
    loaded.run?.interrupt();
    host.start(loaded);
  }
}

/** Puts a cancel request in the mailbox of the process that runs the task. False if no other process runs it. */
async function tryPutCancelInMailbox(
  { host, queue, mail }: HostParts,
  taskId: string,
): Promise<boolean> {
  if (!host.isRunElsewhere(taskId)) return false;
  let isLeft = false;
  await queue.add(() => {
    isLeft = host.isRunElsewhere(taskId);
    if (isLeft) mail.put(taskId, { kind: 'cancel' });
  });
  return isLeft;
}

/** Erases a task. A missing task counts as erased. */
export async function eraseTask(deps: EndTaskDeps, taskId: string): Promise<void> {
  const { host, queue, erasing } = deps;
  const known = host.find(taskId);
  if (!known) return;
  if (!hasTaskEnded(known)) await cancelTask(deps, taskId);
  await queue.add(() => {
    if (!erasing.hideTasks([taskId])) return;
    erasing.eraseSome(RECORDS_AT_ONCE);
    erasing.noteErasedTextRemains();
  });
  host.removeErased(taskId);
}

import { isDeepStrictEqual } from 'node:util';
import { hasTaskEnded, type Task, type TaskOutcome } from '#core';
import type { Runner } from '#engine/port';

/** Whether a tool call of `task` received `outcome` in an event after the number `after`, or waits for it. */
export async function hasReceivedOutcome(
  runner: Pick<Runner, 'subscribe'>,
  task: Task,
  { outcome, after }: { readonly outcome: TaskOutcome; readonly after: number },
): Promise<boolean> {
  const id = outcome.task_id;
  if (!hasTaskEnded(task) && task.calls.some(({ awaits }) => awaits?.task_id === id)) return true;
  if (after >= task.generation) return false;
  const leave = new AbortController();
  try {
    for await (const update of runner.subscribe(task.id, after, leave.signal)) {
      if (update.kind !== 'event') continue;
      const { event } = update;
      if (event.type === 'call.resumed' && isSameOutcome(event.outcome, outcome)) return true;
      if (event.generation >= task.generation) return false;
    }
    return false;
  } finally {
    leave.abort();
  }
}

function isSameOutcome(a: TaskOutcome, b: TaskOutcome): boolean {
  return (
    a.task_id === b.task_id &&
    a.state === b.state &&
    isDeepStrictEqual([a.question, a.approvals], [b.question, b.approvals])
  );
}

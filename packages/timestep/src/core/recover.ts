import type { TaskEvent } from './event.ts';
import { isInterrupted, type Task } from './task.ts';

/**
 * What is to be recorded of a task whose driver is gone: that it is taken up again, so that the time
 * in between does not count as work, and that everything it had under way was cut off.
 */
export function lostEffects(task: Task): TaskEvent[] {
  if (task.end || isInterrupted(task)) return [];
  const calls = task.calls.filter((state) => state.status === 'running');
  const cut: TaskEvent[] = calls.map((state) => ({
    type: 'tool.interrupted',
    callId: state.call.id,
  }));
  if (task.model !== 'running') return [{ type: 'task.resumed' }, ...cut];
  const lost: TaskEvent = { type: 'model.lost', step: task.steps + 1, attempt: task.attempt };
  return [{ type: 'task.resumed' }, lost, ...cut];
}

import type { TaskEvent } from './event.ts';
import type { Task } from './task.ts';

/** What is to be recorded of a task whose driver is gone: everything it had under way was cut off. */
export function lostEffects(task: Task): TaskEvent[] {
  if (task.end) return [];
  const calls = task.calls.filter((state) => state.status === 'running');
  const cut: TaskEvent[] = calls.map((state) => ({
    type: 'tool.interrupted',
    callId: state.call.id,
  }));
  if (task.model !== 'running') return cut;
  return [{ type: 'model.lost', step: task.steps + 1, attempt: task.attempt }, ...cut];
}

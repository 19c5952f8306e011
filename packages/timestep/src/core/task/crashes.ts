import type { TaskEvent } from '../events/event.ts';
import type { Failure } from './task-state.ts';
import { isWaitingForModel, type CrashCount, type Task } from './task.ts';

/** Failure code of a task that was given up after too many crashes. */
export const PROCESS_LOST = 'process_lost';

const PREPARATION = 'preparation';

/** Returns how many times in a row the process crashed during the same work. */
export function getCrashCount({ crashes = [] }: Task): number {
  return Math.max(0, ...crashes.map(({ count }) => count));
}

/** Returns the crash counts after an event. `task` is the state before the event. */
export function updateCrashCounts(task: Task, event: TaskEvent): readonly CrashCount[] | undefined {
  const { crashes = [] } = task;
  if (event.type === 'task.resumed' && event.afterCrash) return incrementCrashCounts(task);
  if (crashes.length === 0) return task.crashes;
  const done = getCompletedWork(task, event);
  return crashes.filter(({ during }) => during !== done);
}

/** Returns the failure of a task that would reach the crash limit with one more crash. */
export function getCrashLimitFailure(task: Task, limit: number): Failure | undefined {
  const fatal = incrementCrashCounts(task).find(({ count }) => count >= limit);
  if (!fatal) return undefined;
  const { during, count } = fatal;
  const message = `the task was given up: ${count} times in a row its process crashed or froze during its ${describeWork(during)}: fix the cause, then send the message again`;
  return { code: PROCESS_LOST, message };
}

function incrementCrashCounts(task: Task): CrashCount[] {
  const { crashes = [] } = task;
  const suspects = listRunningWork(task);
  const before = crashes.filter(({ during }) => !suspects.includes(during));
  const counted = suspects.map((during): CrashCount => {
    const known = crashes.find((one) => one.during === during);
    return { during, count: (known?.count ?? 0) + 1 };
  });
  return [...before, ...counted];
}

function listRunningWork(task: Task): string[] {
  const tools = task.calls
    .filter(({ status }) => status === 'running')
    .map(({ call }) => toolNameToCrashKey(call.function.name));
  if (task.model === 'running') return ['model'];
  if (isWaitingForModel(task)) return [];
  return tools.length > 0 ? [...new Set(tools)] : [PREPARATION];
}

function getCompletedWork(task: Task, event: TaskEvent): string | undefined {
  switch (event.type) {
    case 'model.replied':
    case 'model.failed':
      return 'model';
    case 'tool.returned':
    case 'tool.failed':
    case 'call.suspended': {
      const returned = task.calls.find(({ call }) => call.id === event.callId);
      return returned && toolNameToCrashKey(returned.call.function.name);
    }
    case 'prompt.loaded':
    case 'model.started':
    case 'tool.started':
      return PREPARATION;
    default:
      return undefined;
  }
}

function toolNameToCrashKey(toolName: string): string {
  return `tool ${toolName}`;
}

function describeWork(work: string): string {
  return work === 'model' ? 'model call' : work === PREPARATION ? work : `call of ${work}`;
}

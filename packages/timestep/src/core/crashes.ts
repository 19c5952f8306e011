import type { Failure, TaskEvent } from './event.ts';
import type { Task } from './task.ts';

/** How many times in a row a process was lost while it did one kind of work for a task. */
export interface CrashCount {
  /**
   * `model`, `tool <name>`, or `preparation`, which loads the prompt and the tools before the next
   * call.
   */
  readonly during: string;
  readonly count: number;
}

/** The code of the failure of a task that was given up. */
export const PROCESS_LOST = 'process_lost';

const PREPARATION = 'preparation';

/**
 * How many times in a row the process that ran a task was lost during the same work: the highest of
 * the task's counts. A count is removed once its work was done without a crash.
 */
export function crashesOf({ crashes = [] }: Task): number {
  return Math.max(0, ...crashes.map(({ count }) => count));
}

/** The counts of a task after an event; `task` is the task before it. */
export function crashesAfter(task: Task, event: TaskEvent): readonly CrashCount[] | undefined {
  const { crashes = [] } = task;
  if (event.type === 'task.resumed' && event.afterCrash) return withCrash(task);
  if (crashes.length === 0) return task.crashes;
  const done = doneBy(task, event);
  return crashes.filter(({ during }) => during !== done);
}

/** The failure of a task that would reach the limit with one more crash; `undefined` below it. */
export function lastCrash(task: Task, limit: number): Failure | undefined {
  const fatal = withCrash(task).find(({ count }) => count >= limit);
  if (!fatal) return undefined;
  const { during, count } = fatal;
  const message = `the task was given up: ${count} times in a row the process that ran it ended or froze during its ${wordsFor(during)}; mend that, then send the message again`;
  return { code: PROCESS_LOST, message };
}

function withCrash(task: Task): CrashCount[] {
  const { crashes = [] } = task;
  const suspects = underWay(task);
  const before = crashes.filter(({ during }) => !suspects.includes(during));
  const counted = suspects.map((during): CrashCount => {
    const known = crashes.find((one) => one.during === during);
    return { during, count: (known?.count ?? 0) + 1 };
  });
  return [...before, ...counted];
}

function underWay(task: Task): string[] {
  const tools = task.calls
    .filter(({ status }) => status === 'running')
    .map(({ call }) => duringTool(call.function.name));
  if (task.model === 'running') return ['model'];
  return tools.length > 0 ? [...new Set(tools)] : [PREPARATION];
}

/** The work that an event shows to be done without a crash. */
function doneBy(task: Task, event: TaskEvent): string | undefined {
  switch (event.type) {
    case 'model.replied':
    case 'model.failed':
      return 'model';
    case 'tool.returned':
    case 'tool.failed':
    case 'call.suspended': {
      const returned = task.calls.find(({ call }) => call.id === event.callId);
      return returned && duringTool(returned.call.function.name);
    }
    case 'prompt.loaded':
    case 'model.started':
    case 'tool.started':
      return PREPARATION;
    default:
      return undefined;
  }
}

function duringTool(name: string): string {
  return `tool ${name}`;
}

function wordsFor(during: string): string {
  return during === 'model' ? 'model call' : during === PREPARATION ? during : `call of ${during}`;
}

import type { TaskEvent } from '../events/event.ts';
import { isWaitingForModel, type CrashCount, type Task } from './task.ts';

/** Failure code of a task that an earlier release ended after too many crashes. */
export const PROCESS_LOST = 'process_lost';

const PREPARATION = 'preparation';

/** Kind of evidence that the work of a task ended its process. */
export type CrashEvidenceKind = 'exit' | 'on-stack' | 'out-of-memory';

/** Evidence that one kind of work for a task ended the process. */
export interface CrashEvidence {
  /**
   * `exit`: the work ended the process; `on-stack`: its code was running when the process ended;
   * `out-of-memory`: memory ran out while no other work ran.
   */
  readonly kind: CrashEvidenceKind;
  /** Kind of work: `model`, `tool <name>`, or `preparation`. */
  readonly during: string;
}

/** Returns how many times in a row the process was lost during the same kind of work. */
export function getHighestCrashCount({ crashes = [] }: Task): number {
  return Math.max(0, ...crashes.map(({ count }) => count));
}

/** Returns how many times in a row the process was lost during the work that is now running. */
export function countRunningLosses(task: Task): number {
  const running = listRunningWork(task);
  const counts = (task.crashes ?? []).filter(({ during }) => running.includes(during));
  return Math.max(0, ...counts.map(({ count }) => count));
}

/** Returns whether the process was lost during this kind of work, which has not finished since. */
export function isRetried({ crashes = [] }: Task, work: string): boolean {
  return crashes.some(({ during }) => during === work);
}

/**
 * Returns the kind of work (such as a model call) that is blamed for the most consecutive crashes of the
 * process.
 */
export function findMostBlamedWork({ crashes = [] }: Task): Required<CrashCount> | undefined {
  const [worst] = crashes.toSorted((a, b) => (b.blamed ?? 0) - (a.blamed ?? 0));
  return worst?.blamed ? { ...worst, blamed: worst.blamed } : undefined;
}

/** Returns the crash counts after an event. `task` is the state of the task before the event. */
export function updateCrashCounts(task: Task, event: TaskEvent): readonly CrashCount[] | undefined {
  const { crashes = [] } = task;
  if (event.type === 'task.resumed') {
    if (task.parked) return [];
    if (event.isBystander) return crashes.flatMap(resetUnprovenCrashCount);
    return event.afterCrash ? incrementCrashCounts(task, event.evidence) : task.crashes;
  }
  if (crashes.length === 0) return task.crashes;
  if (task.parked && event.type === 'message.received' && !event.arrival) return [];
  const done = getCompletedWork(task, event);
  return crashes.filter(({ during }) => during !== done);
}

/**
 * Drops losses of the process that nothing proves to be caused by this work, once something else has ended
 * the process.
 */
function resetUnprovenCrashCount(crash: CrashCount): CrashCount[] {
  return crash.blamed ? [{ ...crash, count: 0 }] : [];
}

function incrementCrashCounts(task: Task, evidence: CrashEvidence | undefined): CrashCount[] {
  const { crashes = [] } = task;
  const suspects = listRunningWork(task);
  const before = crashes.filter(({ during }) => !suspects.includes(during));
  const counted = suspects.map((during): CrashCount => {
    const { count = 0, blamed = 0 } = crashes.find((one) => one.during === during) ?? {};
    const blame = blamed + (evidence?.during === during ? 1 : 0);
    return { during, count: count + 1, ...(blame > 0 && { blamed: blame }) };
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
    case 'model.refused':
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

/** Returns the name under which crashes during calls of a tool are counted. */
export function toolNameToCrashKey(toolName: string): string {
  return `tool ${toolName}`;
}

/** Describes a kind of work for people: `model call`, `call of tool book`, `preparation`. */
export function describeWorkKind(work: string): string {
  return work === 'model' ? 'model call' : work === PREPARATION ? work : `call of ${work}`;
}

import {
  describeWorkKind,
  findMostBlamedWork,
  countRunningLosses,
  type CrashEvidence,
} from '../task/crashes.ts';
import type { TaskEvent } from './event.ts';
import { omitUndefined } from '../data/omit-undefined.ts';
import { applyNext } from '../apply/apply.ts';
import type { Question } from '../message/question.ts';
import { isInputRequired, isWaitingOnlyForTasks, type Task } from '../task/task.ts';

/** How the process that ran a task stopped. */
export type RunnerExit =
  /** The process stopped normally: it released its tasks, or was shutting down. */
  | { readonly kind: 'left' }
  /**
   * The process ended or froze. `culprit` is the task whose work ended the process, and `process` its short
   * name, if they are known.
   */
  | { readonly kind: 'lost'; readonly culprit?: Culprit; readonly process?: string };

/** The task whose work ended a process. */
export interface Culprit extends CrashEvidence {
  readonly taskId: string;
}

/** Inputs for resuming a task, in addition to the task and the way its process stopped. */
export interface RecoverySettings {
  /**
   * Number of consecutive crashes for which a task is proven to be to blame, after which it waits for a
   * user's decision. Default: 3.
   */
  readonly crashLimit?: number;
  /** Current time in milliseconds since the epoch. */
  readonly now?: number;
  /** Short name of the process that goes on with the task. Default: unknown. */
  readonly process?: string;
  /** Random number in [0, 1), which spreads the retries of tasks that were lost together. */
  readonly random?: number;
}

/**
 * Number of consecutive crashes caused by a task after which it stops and asks its user whether to
 * continue.
 */
export const DEFAULT_CRASH_LIMIT = 3;

/**
 * Builds the events of a resumed task. A task that ended its process repeatedly stops and asks its
 * user whether to continue.
 */
export function buildRecoveryEvents(
  task: Task,
  exit: RunnerExit,
  settings: RecoverySettings = {},
): TaskEvent[] {
  const { crashLimit = DEFAULT_CRASH_LIMIT, now = task.updatedAt, random = 0 } = settings;
  // A task that has ended, waits for input or is suspended had no running calls that a crash could cut.
  if (task.end || isInputRequired(task) || isWaitingOnlyForTasks(task)) return [];
  const isLost = exit.kind === 'lost';
  const culprit = isLost ? exit.culprit : undefined;
  const cut = listInterruptions(task);
  // A task that was pausing ran no work, so it cannot have ended the process.
  const isBystander = isLost && (task.isHeld || (culprit && culprit.taskId !== task.id));
  const processes = omitUndefined({
    lostProcess: isLost ? exit.process : undefined,
    newProcess: settings.process,
  });
  const resumption = { type: 'task.resumed', afterCrash: true, ...processes } as const;
  if (isBystander) return [{ ...resumption, isBystander: true }, ...cut];
  if (task.isHeld) return [];
  if (!isLost) return [{ type: 'task.resumed' }, ...cut];
  const evidence = culprit && { kind: culprit.kind, during: culprit.during };
  const resumed = { ...resumption, ...(evidence && { evidence }) };
  const after = applyNext(task, resumed, now);
  if (task.cancelRequested) return [resumed, ...cut];
  const worst = findMostBlamedWork(after);
  if (evidence && worst && worst.blamed >= crashLimit) {
    return [resumed, ...cut, { type: 'task.parked', question: buildCrashLoopQuestion(worst) }];
  }
  // The pause before the retry counts from the task's last event, which is when the lost attempt started.
  const notBefore = task.updatedAt + computeRetryPause(countRunningLosses(after), random);
  if (notBefore <= now) return [resumed, ...cut];
  return [{ ...resumed, isHeld: true, notBefore }, ...cut];
}

function listInterruptions(task: Task): TaskEvent[] {
  const calls = task.calls.filter((state) => state.status === 'running');
  const cut: TaskEvent[] = calls.map((state) => ({
    type: 'tool.interrupted',
    callId: state.call.id,
  }));
  if (task.model !== 'running') return cut;
  return [{ type: 'model.lost', step: task.steps + 1, attempt: task.attempt }, ...cut];
}

const LONGEST_PAUSE_MS = 120_000;

/**
 * Computes the pause from a lost attempt to the next: 0 after one loss. After more losses it is random, and its
 * maximum doubles: 1 s, 2 s, 4 s … 2 min. `random` is from 0 to 1.
 */
export function computeRetryPause(losses: number, random: number): number {
  if (losses < 2) return 0;
  const longest = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (losses - 2));
  return Math.ceil(longest * (0.25 + 0.75 * random));
}

function buildCrashLoopQuestion({ blamed, during }: { blamed: number; during: string }): Question {
  const text = `The ${describeWorkKind(during)} has ended its process ${blamed} times in a row. Go on or cancel?`;
  return { text, options: ['go on', 'cancel'] };
}

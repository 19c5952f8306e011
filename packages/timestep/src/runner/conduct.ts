import { decide, drive, isFinal, type Task } from '../core/index.ts';
import type { Clock, ServedAgent } from '../port/index.ts';
import { effectsOf, type EffectOptions } from './effects.ts';
import { failureOf } from './failure.ts';
import { createInterrupter, interruption, type Interrupter } from './interrupter.ts';
import type { TaskLog } from './task-log.ts';

/** A running drive of a task. */
export interface Conducting {
  readonly done: Promise<void>;
  /** Stops the running effects; the log says why they stopped. */
  readonly interrupt: () => void;
  /** Stops them because another process, or this one later, goes on with the task. */
  readonly release: () => void;
}

/** Drives a task until it ends or waits, and ends it when its time is up. */
export function conduct(
  log: TaskLog,
  served: ServedAgent,
  clock: Clock,
  options: EffectOptions = {},
): Conducting {
  const interrupter = createInterrupter();
  return {
    done: driveInTime(log, served, clock, interrupter, options),
    interrupt: () => interrupter.interrupt(interruption.canceled()),
    release: () => interrupter.interrupt(interruption.released()),
  };
}

async function driveInTime(
  log: TaskLog,
  served: ServedAgent,
  clock: Clock,
  interrupter: Interrupter,
  options: EffectOptions,
): Promise<void> {
  const { time_limit_s } = log.task.origin.limits;
  const callOff = clock.schedule(time_limit_s * 1000 - log.task.workingMs, () => {
    if (isFinal(log.task)) return;
    // A log that cannot be written fails the drive as well, which reports it.
    Promise.resolve(log.append({ type: 'limit.reached', limit: 'time_limit_s' })).catch(ignored);
    interrupter.interrupt(interruption.timeLimit(time_limit_s));
  });
  try {
    // An effect may stop its own drive, so none begins before the caller has the drive.
    await Promise.resolve();
    const effects = effectsOf(log, served, interrupter, options);
    const isCanceled = (): boolean => log.task.cancelRequested;
    if (!isCanceled()) await drive(log, effects, () => !isCanceled());
    if (!isCanceled()) return;
    // The end is written after this: if the process dies before that, the next one calls `abandon` again.
    await abandon(log.task, served, options);
    await drive(log, effects);
  } finally {
    callOff();
  }
}

/** Ends what goes on elsewhere for a task. A failure is reported, and the task ends all the same. */
async function abandon(
  task: Task,
  served: ServedAgent,
  { tell = failureOf }: EffectOptions,
): Promise<void> {
  try {
    await served.abandon?.(task);
  } catch (thrown) {
    tell(thrown, 'agent_failed');
  }
}

function ignored(): void {}

/** Whether a task needs nothing before its client sends something, or has ended. */
export function isAtRest({ task }: Pick<TaskLog, 'task'>): boolean {
  const decision = decide(task);
  return decision.do === 'wait' || decision.do === 'rest';
}

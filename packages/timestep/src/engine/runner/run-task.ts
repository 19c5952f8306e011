import { decide, drive, hasTaskEnded, TimestepError, type Task } from '#core';
import type { Clock, ServedAgent } from '#engine/port';
import { observeEffects, type ObserveWork } from './effects/observe-effects.ts';
import { createEffects, type EffectOptions } from './effects/task-effects.ts';
import { toFailure } from './failure.ts';
import { createInterrupter, interruptions, type Interrupter } from './interrupter.ts';
import { waitUntil } from './clock.ts';
import type { TaskLog } from './log/task-log.ts';

export interface TaskRunOptions extends EffectOptions {
  readonly observe?: ObserveWork | undefined;
}

export interface TaskRun {
  readonly done: Promise<void>;
  /** Stops the running effects, because an event in the log says so, such as a cancellation. */
  readonly interrupt: () => void;
  /** Stops the running effects. Another process, or this one later, resumes the task. */
  readonly release: () => void;
}

/** Runs a task until it ends, waits, or reaches its time limit. */
export function runTask(
  log: TaskLog,
  served: ServedAgent,
  clock: Clock,
  options: TaskRunOptions = {},
): TaskRun {
  const interrupter = createInterrupter();
  return {
    done: runTaskLoopWithTimeLimit(log, served, clock, interrupter, options),
    interrupt: () => interrupter.interrupt(interruptions.canceled()),
    release: () => interrupter.interrupt(interruptions.released()),
  };
}

async function runTaskLoopWithTimeLimit(
  log: TaskLog,
  served: ServedAgent,
  clock: Clock,
  interrupter: Interrupter,
  options: TaskRunOptions,
): Promise<void> {
  let stopTimeLimit = scheduleTimeLimit(log, clock, interrupter);
  try {
    // An effect may stop its own run, so the caller must first have received the `TaskRun`.
    await Promise.resolve();
    const { observe, reportFailure, hooks } = options;
    const plain = createEffects(log, served, interrupter, {
      reportFailure,
      hooks,
      clock,
      async waitUntil(time) {
        stopTimeLimit();
        await waitUntil(clock, time, interrupter.signal);
        stopTimeLimit = scheduleTimeLimit(log, clock, interrupter);
      },
    });
    const effects = observe ? observeEffects(plain, log, observe) : plain;
    const isWanted = (): boolean => !log.task.cancelRequested;
    if (isWanted()) await drive(log, effects, isWanted);
    if (isWanted()) return;
    // If the process crashes before the end is recorded, the next process calls `abandon` again.
    await abandonRemoteWork(log.task, served, clock, options);
    await drive(log, effects);
  } finally {
    stopTimeLimit();
  }
}

/** Interrupts the run when the task's working time is used up. Returns a function that cancels the timer. */
function scheduleTimeLimit(log: TaskLog, clock: Clock, interrupter: Interrupter): () => void {
  const { time_limit_s } = log.task.origin.limits;
  return clock.schedule(time_limit_s * 1000 - log.task.workingMs, () => {
    if (hasTaskEnded(log.task)) return;
    // If the log cannot be written, the task loop fails too and reports the error.
    Promise.resolve(log.append({ type: 'limit.reached', limit: 'time_limit_s' })).catch(doNothing);
    interrupter.interrupt(interruptions.timeLimit(time_limit_s));
  });
}

/** Maximum milliseconds that a canceled task waits for the cancellation of its remote work. */
const ABANDON_MS = 15_000;

/**
 * Cancels the remote work of a task. If that fails or takes too long, the task ends nevertheless.
 */
async function abandonRemoteWork(
  task: Task,
  served: ServedAgent,
  clock: Clock,
  { reportFailure = toFailure }: EffectOptions,
): Promise<void> {
  const tooLong = Promise.withResolvers<never>();
  const callOff = clock.schedule(ABANDON_MS, () => {
    const message = `the remote work of task ${task.id} was not canceled within ${ABANDON_MS / 1000} s`;
    tooLong.reject(new TimestepError('not-canceled', message));
  });
  try {
    await Promise.race([served.abandon?.(task), tooLong.promise]);
  } catch (thrown) {
    reportFailure(thrown, 'agent_failed');
  } finally {
    callOff();
  }
}

function doNothing(): void {}

/** Returns whether a task has ended or does nothing until its client sends input. */
export function isIdle({ task }: Pick<TaskLog, 'task'>): boolean {
  const decision = decide(task);
  return decision.do === 'wait' || decision.do === 'rest';
}

import { apply, isFinal, isInterrupted, type NumberedEvent, type Task } from '../core/index.ts';
import type { Delta } from './agent-fn.ts';
import type { Runner } from './runner.ts';

/** An event with the task before and after it, or output in progress. */
export type Step =
  | {
      readonly kind: 'event';
      readonly before: Task;
      readonly event: NumberedEvent;
      readonly task: Task;
    }
  | {
      readonly kind: 'delta';
      readonly task: Task;
      readonly step: number;
      readonly attempt: number;
      readonly delta: Delta;
    };

/** Follows a task from a snapshot on, folding as it goes, until the task ends or the signal aborts. */
export async function* follow(
  runner: Runner,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<Step> {
  let task = from;
  for await (const update of runner.updates(from.id, from.generation, signal)) {
    if (update.kind === 'delta') {
      const { step, attempt, delta } = update;
      yield { kind: 'delta', task, step, attempt, delta };
    } else {
      const before = task;
      task = apply(before, update.event);
      yield { kind: 'event', before, event: update.event, task };
    }
  }
}

/** Waits until a task has ended or is waiting for a client; on abort, returns it as it is then. */
export async function settled(runner: Runner, from: Task, signal: AbortSignal): Promise<Task> {
  let task = from;
  if (isFinal(task) || isInterrupted(task)) return task;
  for await (const step of follow(runner, from, signal)) {
    task = step.task;
    if (isFinal(task) || isInterrupted(task)) return task;
  }
  return task;
}

import {
  callKeyOf,
  callsAwaitingTask,
  eventsOfOutcome,
  isFinal,
  isInterrupted,
  outcomeWithoutTask,
  outcomeOfTask,
  type Task,
  type TaskOutcome,
  type TaskWait,
} from '../core/index.ts';
import type { Clock } from '../port/index.ts';
import { atTime } from './at-time.ts';
import type { KeptTask, MemoryTasks } from './memory-tasks.ts';

export interface MemoryWaitsSite {
  readonly tasks: MemoryTasks;
  readonly clock: Clock;
  readonly keepGoing: (kept: KeptTask) => void;
  readonly cancel: (kept: KeptTask) => void;
}

/** The calls that wait for other tasks in memory. */
export interface MemoryWaits {
  /**
   * Looks at a task that has come to rest: begins what its calls wait for, and goes on with the calls that
   * wait for it. What the calls of an ended task still wait for is canceled.
   */
  readonly atRest: (kept: KeptTask) => void;
  readonly stop: () => void;
}

/** A call that waits: the task it belongs to, and how to stop its clock. */
interface Waiting {
  readonly taskId: string;
  readonly callOff: (() => void) | undefined;
}

export function createMemoryWaits({
  tasks,
  clock,
  keepGoing,
  cancel,
}: MemoryWaitsSite): MemoryWaits {
  /** The calls that wait for each task, by their keys. */
  const waiting = new Map<string, Map<string, Waiting>>();
  let isStopped = false;

  function begin(task: Task, key: string, awaits: TaskWait): void {
    const { task_id: awaitedId, until } = awaits;
    const calls = waiting.get(awaitedId) ?? new Map<string, Waiting>();
    if (calls.has(key)) return;
    const awaited = mine(task, awaitedId)?.log.task;
    if (!awaited) return goOn(task.id, key, outcomeWithoutTask(awaitedId));
    if (isSettled(awaited)) return goOn(task.id, key, outcomeOfTask(awaited));
    const late = (): void => {
      const now = tasks.get(awaitedId)?.log.task;
      end(awaitedId, key);
      const outcome = now ? outcomeOfTask(now, { timed_out: true }) : outcomeWithoutTask(awaitedId);
      goOn(task.id, key, outcome);
    };
    const callOff = until === undefined ? undefined : atTime(clock, until, late);
    waiting.set(awaitedId, calls.set(key, { taskId: task.id, callOff }));
  }

  /** The awaited task, where it belongs to the same principal and is another one. */
  function mine({ id, origin }: Task, awaitedId: string): KeptTask | undefined {
    const kept = awaitedId === id ? undefined : tasks.get(awaitedId);
    return kept?.log.task.origin.principal === origin.principal ? kept : undefined;
  }

  function end(awaitedId: string, key: string): void {
    const calls = waiting.get(awaitedId);
    calls?.get(key)?.callOff?.();
    calls?.delete(key);
    if (calls?.size === 0) waiting.delete(awaitedId);
  }

  function goOn(taskId: string, key: string, outcome: TaskOutcome): void {
    const kept = tasks.get(taskId);
    if (!kept || isStopped) return;
    const events = eventsOfOutcome(kept.log.task, key, outcome);
    for (const event of events) kept.log.append(event);
    if (events.length > 0) keepGoing(kept);
  }

  return {
    atRest({ log: { task } }) {
      if (isStopped) return;
      for (const state of callsAwaitingTask(task)) {
        if (!state.awaits) continue;
        const key = callKeyOf(task, state);
        if (!isFinal(task)) {
          begin(task, key, state.awaits);
          continue;
        }
        end(state.awaits.task_id, key);
        const awaited = mine(task, state.awaits.task_id);
        if (awaited) cancel(awaited);
      }
      if (!isSettled(task)) return;
      for (const [key, { taskId }] of waiting.get(task.id) ?? []) {
        end(task.id, key);
        goOn(taskId, key, outcomeOfTask(task));
      }
    },
    stop() {
      isStopped = true;
      for (const calls of waiting.values()) for (const { callOff } of calls.values()) callOff?.();
      waiting.clear();
    },
  };
}

function isSettled(task: Task): boolean {
  return isFinal(task) || isInterrupted(task);
}

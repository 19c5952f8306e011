import type { Task } from '../../core/index.ts';
import { RunnerError, type Clock, type Runner, type TaskUpdate } from '../../port/index.ts';
import type { Resident, Residents } from './residents.ts';
import { isIdle } from './sqlite-task-log.ts';
import type { TaskTable } from './task-table.ts';

/** How often to look at a task that another process drives, or nobody just now. */
const LOOK_MS = 100;

/** Events read from disk at a time. */
const PAGE = 256;

export interface ReadersSite {
  readonly residents: Residents;
  readonly table: TaskTable;
  readonly clock: Clock;
  readonly isClosed: () => boolean;
}

/** Follows tasks: those of this process as they happen, those of others by looking. */
export function createReaders(site: ReadersSite): Pick<Runner, 'updates' | 'settled'> {
  const { residents, table, clock, isClosed } = site;

  async function* watched(
    held: Resident,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    try {
      yield* held.log.updates(after, signal);
    } finally {
      residents.letGo(held);
    }
  }

  function* stored(taskId: string, after: number): Generator<TaskUpdate> {
    let seen = after;
    for (;;) {
      const page = table.events(taskId, seen, PAGE);
      for (const event of page) {
        seen = event.generation;
        yield { kind: 'event', event };
      }
      if (page.length < PAGE) return;
    }
  }

  async function* updates(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    let seen = after;
    while (!signal.aborted && !isClosed()) {
      // Read before the events: nothing follows those of a task that has ended.
      const hasEnded = table.status(taskId)?.hasEnded;
      const held = residents.bringOwn(taskId);
      for await (const update of held ? watched(held, seen, signal) : stored(taskId, seen)) {
        if (update.kind === 'event') seen = update.event.generation;
        yield update;
        if (update.kind === 'event' && update.event.type === 'task.finished') return;
      }
      if (hasEnded) return;
      await pause(signal);
    }
  }

  function pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = () => {
        callOff();
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const callOff = clock.schedule(LOOK_MS, stop);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });
  }

  return {
    updates(taskId, after, signal) {
      if (!table.status(taskId)) throw unknownTask(taskId);
      return updates(taskId, after, signal);
    },
    async settled(taskId, signal): Promise<Task> {
      for (;;) {
        const held = residents.bringOwn(taskId);
        if (held) {
          const task = await held.log.settled(signal);
          residents.letGo(held);
          if (isIdle(task) || signal.aborted || isClosed()) return task;
        } else {
          const status = table.status(taskId);
          if (!status) throw unknownTask(taskId);
          const task = !status.isUnderWay || signal.aborted ? residents.find(taskId) : undefined;
          if (task) return task;
        }
        await pause(signal);
        if (isClosed()) throw new RunnerError('closed', 'the server is shutting down');
      }
    },
  };
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}

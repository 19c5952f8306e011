import type { Task } from '../../core/index.ts';
import { RunnerError, type Runner, type TaskUpdate } from '../../port/index.ts';
import type { Resident } from './held-tasks.ts';
import type { OutsideChanges } from './outside-changes.ts';
import type { Residents } from './residents.ts';
import { isIdle } from './sqlite-task-log.ts';
import type { TaskTable } from './task-table.ts';

/** Events read from disk at a time. */
const PAGE = 256;

export interface ReadersSite {
  readonly residents: Residents;
  readonly table: TaskTable;
  readonly outside: OutsideChanges;
  readonly isClosed: () => boolean;
}

/**
 * Follows tasks: those of this process as they happen, those of other processes as they are
 * written.
 */
export function createReaders(site: ReadersSite): Pick<Runner, 'updates' | 'settled'> {
  const { residents, table, outside, isClosed } = site;

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
      const moment = outside.moment();
      // The status is read before the events, because nothing follows the events of an ended task.
      const status = table.status(taskId);
      const held = residents.bringOwn(taskId);
      const isNew = status !== undefined && status.generation > seen;
      const unread = isNew ? stored(taskId, seen) : [];
      for await (const update of held ? watched(held, seen, signal) : unread) {
        if (update.kind === 'event') seen = update.event.generation;
        yield update;
        if (update.kind === 'event' && update.event.type === 'task.finished') return;
      }
      if (!status || status.hasEnded) return;
      await outside.next(moment, signal);
    }
  }

  return {
    updates(taskId, after, signal) {
      if (!table.status(taskId)) throw unknownTask(taskId);
      return updates(taskId, after, signal);
    },
    async settled(taskId, signal): Promise<Task> {
      for (;;) {
        const moment = outside.moment();
        const held = residents.bringOwn(taskId);
        if (held) {
          const task = await held.log.settled(signal);
          residents.letGo(held);
          if (isIdle(task) || signal.aborted || isClosed()) return task;
        } else {
          const status = table.status(taskId);
          if (!status) throw unknownTask(taskId);
          const task = status.isSettled || signal.aborted ? residents.find(taskId) : undefined;
          if (task) return task;
        }
        await outside.next(moment, signal);
        if (isClosed()) throw new RunnerError('closed', 'the server is shutting down');
      }
    },
  };
}

function unknownTask(taskId: string): RunnerError {
  return new RunnerError('task-not-found', `there is no task ${taskId}`);
}

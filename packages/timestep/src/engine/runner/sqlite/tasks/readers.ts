import { isSettled, type Task } from '#core';
import {
  createRunnerClosedError,
  createTaskNotFoundError,
  type Runner,
  type TaskUpdate,
} from '#engine/port';
import type { LoadedTask } from './loaded-tasks.ts';
import type { HostParts } from '../runner-parts.ts';

const PAGE_SIZE = 256;

/** Creates the readers of tasks. They receive updates of this process at once, and events of others once stored. */
export function createSqliteTaskReaders({
  host,
  table,
  outside,
  isClosed,
}: HostParts): Pick<Runner, 'subscribe' | 'waitUntilSettled'> {
  async function* streamLoadedTaskUpdates(
    loaded: LoadedTask,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    try {
      yield* loaded.log.updates(after, signal);
    } finally {
      host.unloadIfIdle(loaded);
    }
  }

  function* readStoredEvents(taskId: string, after: number): Generator<TaskUpdate> {
    let seen = after;
    for (;;) {
      const page = table.events(taskId, seen, PAGE_SIZE);
      for (const event of page) {
        seen = event.generation;
        yield { kind: 'event', event };
      }
      if (page.length < PAGE_SIZE) return;
    }
  }

  async function* readUpdates(
    taskId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TaskUpdate> {
    let seen = after;
    while (!signal.aborted && !isClosed()) {
      const moment = outside.moment();
      // The state is read before the events: if the task had ended by then, no later events exist.
      const status = table.readStatus(taskId);
      const loaded = host.loadOwn(taskId);
      const isNew = status !== undefined && status.generation > seen;
      const unread = isNew ? readStoredEvents(taskId, seen) : [];
      for await (const update of loaded ? streamLoadedTaskUpdates(loaded, seen, signal) : unread) {
        if (update.kind === 'event') seen = update.event.generation;
        yield update;
        if (update.kind === 'event' && update.event.type === 'task.finished') return;
      }
      if (!status || status.hasEnded) return;
      await outside.next(moment, signal);
    }
  }

  return {
    subscribe(taskId, after, signal) {
      if (!table.readStatus(taskId)) throw createTaskNotFoundError(taskId);
      return readUpdates(taskId, after, signal);
    },
    async waitUntilSettled(taskId, signal): Promise<Task> {
      for (;;) {
        const moment = outside.moment();
        const loaded = host.loadOwn(taskId);
        if (loaded) {
          const task = await loaded.log.settled(signal);
          host.unloadIfIdle(loaded);
          if (isSettled(task) || signal.aborted || isClosed()) return task;
        } else {
          const status = table.readStatus(taskId);
          if (!status) throw createTaskNotFoundError(taskId);
          const task = status.isSettled || signal.aborted ? host.find(taskId) : undefined;
          if (task) return task;
        }
        await outside.next(moment, signal);
        if (isClosed()) throw createRunnerClosedError();
      }
    },
  };
}

import { appendAll, toArray } from '../data/chain.ts';
import { historyToMessages } from '../message/task-history.ts';
import type { Artifact } from '../message/message.ts';
import type { Entry, Task } from './task.ts';

/**
 * A task in its stored JSON form: linked lists become arrays, and `entries` contains the earlier messages
 * too.
 */
export type TaskSnapshot = Omit<Task, 'entries' | 'artifacts'> & {
  readonly entries: readonly Entry[];
  readonly artifacts?: readonly Artifact[];
};

/** Converts a task to the plain JSON form in which it is stored. */
export function taskToSnapshot(task: Task): TaskSnapshot {
  const { entries, artifacts, ...rest } = task;
  return {
    ...rest,
    entries: [...historyToEntries(task), ...toArray(entries)],
    ...(artifacts && { artifacts: toArray(artifacts) }),
  };
}

/** Restores a task from a snapshot. */
export function snapshotToTask(snapshot: TaskSnapshot): Task {
  const { entries: written, artifacts: given = [], ...rest } = snapshot;
  const entries = appendAll(undefined, written.slice(rest.origin.history.length));
  const artifacts = appendAll(undefined, given);
  return { ...rest, entries, ...(artifacts && { artifacts }) };
}

function historyToEntries({ id, origin, createdAt: at }: Task): Entry[] {
  return historyToMessages(origin.history).map((message, index) => ({
    message,
    messageId: `${id}:history:${index}`,
    at,
  }));
}

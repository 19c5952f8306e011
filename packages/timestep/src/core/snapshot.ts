import { append, toArray } from './chain.ts';
import type { Entry, Task } from './task.ts';

/** A task as JSON: the same but for the transcript, which is a plain list. */
export type TaskSnapshot = Omit<Task, 'entries'> & { readonly entries: readonly Entry[] };

/** A task as it is stored: everything is plain JSON. */
export function snapshotOf(task: Task): TaskSnapshot {
  return { ...task, entries: toArray(task.entries) };
}

/** The task that a snapshot holds. */
export function taskFrom(snapshot: TaskSnapshot): Task {
  let entries: Task['entries'];
  for (const entry of snapshot.entries) entries = append(entries, entry);
  // JSON leaves out what is undefined.
  const { systemPrompt, limitReached, failure, end } = snapshot;
  return { ...snapshot, systemPrompt, limitReached, failure, end, entries };
}

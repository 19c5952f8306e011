import { append, toArray } from './chain.ts';
import type { Artifact } from './message.ts';
import type { Entry, Task } from './task.ts';

/** A task as JSON: the same but for the transcript and the artifacts, which are plain lists. */
export type TaskSnapshot = Omit<Task, 'entries' | 'artifacts'> & {
  readonly entries: readonly Entry[];
  readonly artifacts?: readonly Artifact[];
};

/** A task as it is stored: everything is plain JSON. */
export function snapshotOf(task: Task): TaskSnapshot {
  const { entries, artifacts, ...rest } = task;
  return {
    ...rest,
    entries: toArray(entries),
    ...(artifacts && { artifacts: toArray(artifacts) }),
  };
}

/** The task that a snapshot holds. */
export function taskFrom(snapshot: TaskSnapshot): Task {
  const { artifacts: given, ...rest } = snapshot;
  let entries: Task['entries'];
  for (const entry of rest.entries) entries = append(entries, entry);
  let artifacts: Task['artifacts'];
  for (const artifact of given ?? []) artifacts = append(artifacts, artifact);
  // JSON leaves out what is undefined.
  const { systemPrompt, limitReached, failure, end } = rest;
  return {
    ...rest,
    systemPrompt,
    limitReached,
    failure,
    end,
    entries,
    ...(artifacts && { artifacts }),
  };
}

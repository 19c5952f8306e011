import { append, toArray } from './chain.ts';
import { newCall } from './draft.ts';
import { messagesOf } from './history.ts';
import type { Artifact } from './message.ts';
import type { CallState, Entry, Task } from './task.ts';

/**
 * A task as JSON: the same but for the artifacts, which are a plain list, and the entries, which are those of
 * the whole transcript.
 */
export type TaskSnapshot = Omit<Task, 'entries' | 'artifacts'> & {
  readonly entries: readonly Entry[];
  readonly artifacts?: readonly Artifact[];
};

/** A task as it is stored: everything is plain JSON. */
export function snapshotOf(task: Task): TaskSnapshot {
  const { entries, artifacts, ...rest } = task;
  return {
    ...rest,
    entries: [...inheritedEntries(task), ...toArray(entries)],
    ...(artifacts && { artifacts: toArray(artifacts) }),
  };
}

/** What JSON leaves out. */
const ABSENT: {
  readonly [
    Property in keyof Task as undefined extends Task[Property] ? Property : never
  ]-?: undefined;
} = {
  systemPrompt: undefined,
  selects: undefined,
  selection: undefined,
  offered: undefined,
  permitted: undefined,
  delegated: undefined,
  crashes: undefined,
  isHeld: undefined,
  limitReached: undefined,
  failure: undefined,
  end: undefined,
  entries: undefined,
  artifacts: undefined,
};

/** The task that a snapshot holds. */
export function taskFrom(snapshot: TaskSnapshot): Task {
  const { entries: written, artifacts: given = [], ...rest } = snapshot;
  let entries: Task['entries'];
  for (const entry of written.slice(rest.origin.history.length)) entries = append(entries, entry);
  let artifacts: Task['artifacts'];
  for (const artifact of given) artifacts = append(artifacts, artifact);
  const calls = rest.calls.map((call): CallState => ({
    ...newCall(call.call, call.site),
    ...call,
  }));
  return { ...ABSENT, ...rest, calls, entries, artifacts };
}

/** The messages that a task continues, in the form of its own. */
function inheritedEntries({ id, origin, createdAt: at }: Task): Entry[] {
  return messagesOf(origin.history).map((message, index) => ({
    message,
    messageId: `${id}:history:${index}`,
    at,
  }));
}

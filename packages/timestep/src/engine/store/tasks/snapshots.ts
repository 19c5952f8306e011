import {
  isChain,
  snapshotToTask,
  taskToSnapshot,
  toArray,
  type Chain,
  type Entry,
  type Message,
  type Task,
  type TaskSnapshot,
} from '#core';

const FIRST_SNAPSHOT = 200;
/** Number of events after which a log gets a new snapshot, so that the average cost per event is fixed. */
const GROWTH = 1.25;

/** Returns whether a log that grew from one length to another needs a snapshot. */
export function isSnapshotDue(lengthBefore: number, lengthAfter: number): boolean {
  return countDueSnapshots(lengthAfter) > countDueSnapshots(lengthBefore);
}

function countDueSnapshots(generation: number): number {
  if (generation < FIRST_SNAPSHOT) return 0;
  return 1 + Math.floor(Math.log(generation / FIRST_SNAPSHOT) / Math.log(GROWTH));
}

export interface DividedSnapshot extends Omit<TaskSnapshot, 'entries'> {
  readonly messages: readonly Message[] | Chain<Message>;
  readonly stamps: readonly EntryDetails[] | Chain<EntryDetails>;
}

type EntryDetails = Omit<Entry, 'message'>;

/** A snapshot whose append-only lists are stored separately. */
export const SNAPSHOT_LISTS: readonly (readonly string[])[] = [
  ['origin', 'history'],
  ['messages'],
  ['stamps'],
];

/** Splits a snapshot into its messages, which several tasks may share, and the other properties of the task. */
export function divideSnapshot(task: Task): DividedSnapshot {
  const { entries, ...rest } = taskToSnapshot(task);
  const messages = entries.map(({ message }) => message);
  const stamps = entries.map(({ message: _message, ...stamp }) => stamp);
  return { ...rest, messages, stamps };
}

export function decodeSnapshot(stored: unknown): Task {
  const snapshot = stored as DividedSnapshot | TaskSnapshot;
  if ('entries' in snapshot) return snapshotToTask(snapshot);
  const { messages: all, stamps, ...rest } = snapshot;
  const messages = toList(all);
  const entries = toList(stamps).flatMap((stamp, index): Entry[] => {
    const message = messages[index];
    return message ? [{ ...stamp, message }] : [];
  });
  return snapshotToTask({ ...rest, entries });
}

function toList<T>(values: readonly T[] | Chain<T>): readonly T[] {
  return isChain(values) ? toArray(values) : values;
}

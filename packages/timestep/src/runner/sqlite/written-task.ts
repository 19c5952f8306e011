import {
  isChain,
  snapshotOf,
  taskFrom,
  toArray,
  type Chain,
  type Entry,
  type Message,
  type NumberedEvent,
  type Task,
  type TaskSnapshot,
} from '../../core/index.ts';
import type { ContentTable } from './content-table.ts';
import { decode, encode, type Encoded } from './content-text.ts';
import { waitsOf, type StoredWait } from './wait-table.ts';

/** Events that were added to a task, and the task after them, ready to be stored. */
export interface WrittenTask {
  readonly task: Task;
  readonly events: readonly { readonly generation: number; readonly content: Encoded }[];
  /** The task itself, where it is due to be stored beside its log. */
  readonly snapshot: Encoded | undefined;
  /** What the calls of the task wait for, where the events have changed that. */
  readonly waits?: readonly StoredWait[];
}

/** Shorter logs have no snapshot. */
const FIRST_SNAPSHOT = 200;
/**
 * A snapshot is written when the log has grown by a quarter since the last one: so all snapshots of
 * a task together cost a fixed amount per event, and loading reads a fifth of the log at most.
 */
const GROWTH = 1.25;

/** How many snapshots a log of that length has had. */
function snapshotsBy(generation: number): number {
  if (generation < FIRST_SNAPSHOT) return 0;
  return 1 + Math.floor(Math.log(generation / FIRST_SNAPSHOT) / Math.log(GROWTH));
}

/** The lists of an event, and of a snapshot, that tasks of one conversation share. */
const EVENT_LISTS = [['history']];
const SNAPSHOT_LISTS = [['origin', 'history'], ['messages'], ['stamps']];

/** Encodes what will be stored, before the transaction, because other writers wait for that. */
export function writtenOf(task: Task, added: readonly NumberedEvent[]): WrittenTask {
  const first = added[0]?.generation ?? task.generation;
  const isDue = snapshotsBy(task.generation) > snapshotsBy(first - 1);
  const events = added.map((event) => ({
    generation: event.generation,
    content: encode(event, event.type === 'task.submitted' ? EVENT_LISTS : []),
  }));
  const snapshot = isDue ? encodeSnapshot(task) : undefined;
  const changesWaits = task.calls.length > 0 && added.some(isOfWaits);
  return { task, events, snapshot, ...(changesWaits && { waits: waitsOf(task) }) };
}

function isOfWaits({ type }: NumberedEvent): boolean {
  return type === 'call.suspended' || type === 'call.resumed' || type === 'task.finished';
}

/** Where the blobs of stored values are read. */
type Contents = Pick<ContentTable, 'bodyOf' | 'runs'>;

export function eventFrom(text: string, { bodyOf, runs }: Contents): NumberedEvent {
  return decode(text, bodyOf, runs) as NumberedEvent;
}

export function taskFromSnapshot(text: string, { bodyOf, runs }: Contents): Task {
  const { messages: all, stamps, ...rest } = decode(text, bodyOf, runs) as SnapshotText;
  const messages = listOf(all);
  const entries = listOf(stamps).flatMap((stamp, index): Entry[] => {
    const message = messages[index];
    return message ? [{ ...stamp, message }] : [];
  });
  return taskFrom({ ...rest, entries });
}

/**
 * Messages, separate from the properties that only this task has, so that they are the same in
 * every task.
 */
type SnapshotText = Omit<TaskSnapshot, 'entries'> & {
  readonly messages: readonly Message[] | Chain<Message>;
  readonly stamps: readonly Stamp[] | Chain<Stamp>;
};

type Stamp = Omit<Entry, 'message'>;

function listOf<T>(values: readonly T[] | Chain<T>): readonly T[] {
  return isChain(values) ? toArray(values) : values;
}

function encodeSnapshot(task: Task): Encoded {
  const { entries, ...rest } = snapshotOf(task);
  const messages = entries.map(({ message }) => message);
  const stamps = entries.map(({ message: _message, ...stamp }) => stamp);
  const text: SnapshotText = { ...rest, messages, stamps };
  return encode(text, SNAPSHOT_LISTS);
}

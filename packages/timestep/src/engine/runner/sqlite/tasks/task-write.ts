import {
  isChain,
  taskToSnapshot,
  snapshotToTask,
  toArray,
  type Chain,
  type Entry,
  type Message,
  type NumberedEvent,
  type Task,
  type TaskSnapshot,
} from '../../../../core/index.ts';
import type { ContentTable } from './content-table.ts';
import { decodeValue, encodeValue, type EncodedValue } from './content-text.ts';
import { listWaits, type StoredWait } from '../waits/wait-table.ts';

/** Encoded events that were added to a task, and the task after them. */
export interface TaskWrite {
  readonly task: Task;
  readonly events: readonly { readonly generation: number; readonly content: EncodedValue }[];
  /** Encoded snapshot of the task, if one is due. */
  readonly snapshot: EncodedValue | undefined;
  /** The waits of the task's calls, if the events changed them. */
  readonly waits?: readonly StoredWait[];
}

/** Minimum number of events for a first snapshot. */
const FIRST_SNAPSHOT = 200;
/**
 * Growth factor of the log between two snapshots. All snapshots of a task together then cost a
 * fixed amount per event, and loading reads at most a fifth of the log.
 */
const GROWTH = 1.25;

/** Returns the number of snapshots that a log of this length has had. */
function countSnapshots(generation: number): number {
  if (generation < FIRST_SNAPSHOT) return 0;
  return 1 + Math.floor(Math.log(generation / FIRST_SNAPSHOT) / Math.log(GROWTH));
}

/** Lists of an event and of a snapshot that tasks of one conversation share. */
const EVENT_LISTS = [['history']];
const SNAPSHOT_LISTS = [['origin', 'history'], ['messages'], ['stamps']];

/**
 * Encodes a task and its new events before the transaction, because other writers wait during it.
 */
export function encodeTaskWrite(task: Task, newEvents: readonly NumberedEvent[]): TaskWrite {
  const first = newEvents[0]?.generation ?? task.generation;
  const isDue = countSnapshots(task.generation) > countSnapshots(first - 1);
  const events = newEvents.map((event) => ({
    generation: event.generation,
    content: encodeValue(event, event.type === 'task.submitted' ? EVENT_LISTS : []),
  }));
  const snapshot = isDue ? encodeSnapshot(task) : undefined;
  const changesWaits = task.calls.length > 0 && newEvents.some(changesWait);
  return { task, events, snapshot, ...(changesWaits && { waits: listWaits(task) }) };
}

function changesWait({ type }: NumberedEvent): boolean {
  return type === 'call.suspended' || type === 'call.resumed' || type === 'task.finished';
}

/** Reads the blobs of stored values. */
type BlobReader = Pick<ContentTable, 'readBody' | 'runs'>;

export function decodeEvent(text: string, { readBody, runs }: BlobReader): NumberedEvent {
  return decodeValue(text, readBody, runs) as NumberedEvent;
}

export function decodeSnapshot(text: string, { readBody, runs }: BlobReader): Task {
  const { messages: all, stamps, ...rest } = decodeValue(text, readBody, runs) as SnapshotText;
  const messages = toList(all);
  const entries = toList(stamps).flatMap((stamp, index): Entry[] => {
    const message = messages[index];
    return message ? [{ ...stamp, message }] : [];
  });
  return snapshotToTask({ ...rest, entries });
}

/**
 * Snapshot with messages separated from the task's own properties, so that the messages are equal
 * in every task of a conversation.
 */
type SnapshotText = Omit<TaskSnapshot, 'entries'> & {
  readonly messages: readonly Message[] | Chain<Message>;
  readonly stamps: readonly EntryDetails[] | Chain<EntryDetails>;
};

type EntryDetails = Omit<Entry, 'message'>;

function toList<T>(values: readonly T[] | Chain<T>): readonly T[] {
  return isChain(values) ? toArray(values) : values;
}

function encodeSnapshot(task: Task): EncodedValue {
  const { entries, ...rest } = taskToSnapshot(task);
  const messages = entries.map(({ message }) => message);
  const stamps = entries.map(({ message: _message, ...stamp }) => stamp);
  const text: SnapshotText = { ...rest, messages, stamps };
  return encodeValue(text, SNAPSHOT_LISTS);
}

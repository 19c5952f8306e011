import type { NumberedEvent, Task } from '#core';
import type { WorkCount } from '#engine/port';
import {
  countWorkOfEvents,
  findCallOfEvent,
  divideSnapshot,
  encodeValue,
  isSnapshotDue,
  SNAPSHOT_LISTS,
  type CountedCall,
  type EncodedValue,
} from '#engine/store';
import { listTaskWaits, type StoredWait } from '../waits/wait-table.ts';

export interface TaskWrite {
  readonly task: Task;
  readonly events: readonly { readonly generation: number; readonly content: EncodedValue }[];
  readonly snapshot: EncodedValue | undefined;
  readonly waits?: readonly StoredWait[];
  /**
   * Whether the write may leave the task's time in task lists unchanged, which saves index updates. A new
   * state always updates it.
   */
  readonly keepsTime: boolean;
  /** The call by which the task begins, if the events contain it. */
  readonly call: CountedCall | undefined;
  /** Work that the events add to the hourly counts. */
  readonly work: readonly WorkCount[];
}

const EVENT_LISTS = [['history']];

/**
 * Milliseconds by which a running task's time in task lists may be older than its last event. The time is
 * rarely updated, because each update writes three indexes.
 */
const LISTED_TIME_MS = 1000;

/**
 * Encodes a write before its transaction starts, because other writers wait during the transaction.
 * `before` is the time of the event before the new ones, and `listedAt` the time of the task in lists.
 */
export function encodeTaskWrite(
  task: Task,
  newEvents: readonly NumberedEvent[],
  before: number = task.createdAt,
  listedAt: number = -Infinity,
): TaskWrite {
  const first = newEvents[0]?.generation ?? task.generation;
  const events = newEvents.map((event) => ({
    generation: event.generation,
    content: encodeValue(event, event.type === 'task.submitted' ? EVENT_LISTS : []),
  }));
  const snapshot = isSnapshotDue(first - 1, task.generation)
    ? encodeSnapshotUnlessTooLarge(task)
    : undefined;
  const changesWaits = task.calls.length > 0 && newEvents.some(isWaitChange);
  const work = countWorkOfEvents(
    { agent: task.origin.agent, workingMs: task.workingMs },
    newEvents,
    before,
  );
  const keepsTime = task.state === 'working' && task.updatedAt - listedAt < LISTED_TIME_MS;
  const call = newEvents[0] && findCallOfEvent(newEvents[0]);
  const write = { task, events, snapshot, work, keepsTime, call };
  return changesWaits ? { ...write, waits: listTaskWaits(task) } : write;
}

/** Encodes a snapshot. Undefined if the task is too large: a snapshot only saves time. */
function encodeSnapshotUnlessTooLarge(task: Task): EncodedValue | undefined {
  try {
    return encodeValue(divideSnapshot(task), SNAPSHOT_LISTS);
  } catch {
    return undefined;
  }
}

function isWaitChange({ type }: NumberedEvent): boolean {
  return type === 'call.suspended' || type === 'call.resumed' || type === 'task.finished';
}

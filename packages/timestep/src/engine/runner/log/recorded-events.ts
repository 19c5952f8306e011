import type { NumberedEvent, TaskEvent } from '#core';

/**
 * The events of a task in memory. Events are numbered when they are read, because most tasks end
 * without a reader, and the number and the time enlarge an event by about 60 bytes.
 */
export interface RecordedEvents {
  /** Each event, followed by the milliseconds since the first event. One array takes less memory than two. */
  readonly values: (TaskEvent | number)[];
  /** Time of the first event in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Records an event. `at` is the time of the event in milliseconds since the epoch. */
export function recordEvent(
  { values, startedAt }: RecordedEvents,
  event: TaskEvent,
  at: number,
): void {
  values.push(event, at - startedAt);
}

export function countEvents({ values }: RecordedEvents): number {
  return values.length / 2;
}

/** Returns the event at an index from 0, the same object each time. `undefined` after the last. */
export function readEvent(
  { values, startedAt }: RecordedEvents,
  index: number,
): NumberedEvent | undefined {
  const event = values[2 * index];
  const elapsedMs = values[2 * index + 1];
  if (typeof event !== 'object' || typeof elapsedMs !== 'number') return undefined;
  const numbered = numberEventInPlace(event, index + 1, startedAt + elapsedMs);
  values[2 * index] = numbered;
  return numbered;
}

/** Returns up to `limit` events after the first `count` events. */
export function listRecordedEvents(
  events: RecordedEvents,
  skipped: number,
  limit: number = Infinity,
): NumberedEvent[] {
  const numbered: NumberedEvent[] = [];
  const end = Math.min(countEvents(events), skipped + limit);
  for (let index = skipped; index < end; index += 1) {
    const event = readEvent(events, index);
    if (event) numbered.push(event);
  }
  return numbered;
}

/**
 * Writes the number and the time of an event into the event. Events have many shapes, and copies of
 * objects with many shapes would take 5 % of an episode. An event that was recorded twice is copied.
 */
function numberEventInPlace(event: TaskEvent, generation: number, at: number): NumberedEvent {
  const numbered: TaskEvent & { generation?: number; at?: number } = event;
  if (numbered.generation === undefined) {
    numbered.generation = generation;
    numbered.at = at;
  } else if (numbered.generation !== generation || numbered.at !== at) {
    return { ...event, generation, at };
  }
  return numbered as NumberedEvent;
}

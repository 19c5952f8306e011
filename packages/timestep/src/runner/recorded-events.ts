import type { NumberedEvent, TaskEvent } from '../core/index.ts';

/**
 * The events of a log in memory, in their order. They are kept as they came and numbered when they are
 * read, because most tasks end without a reader, and a numbered event is a copy.
 */
export interface RecordedEvents {
  /** Each event, followed by how long after the first it happened: a short log takes less memory so than in two arrays. */
  readonly values: (TaskEvent | NumberedEvent | number)[];
  /** When the first event happened, in milliseconds since the epoch. */
  readonly begunAt: number;
}

export function recordedEvents(begunAt: number): RecordedEvents {
  return { values: [], begunAt };
}

export function lengthOf({ values }: RecordedEvents): number {
  return values.length / 2;
}

/** `at` is milliseconds since the epoch. */
export function record({ values, begunAt }: RecordedEvents, event: TaskEvent, at: number): void {
  values.push(event, at - begunAt);
}

/** The event at an index from 0: the same object each time; `undefined` after the last. */
export function eventAt(
  { values, begunAt }: RecordedEvents,
  index: number,
): NumberedEvent | undefined {
  const event = values[2 * index];
  const after = values[2 * index + 1];
  if (typeof event !== 'object' || typeof after !== 'number') return undefined;
  if ('generation' in event) return event;
  const numbered: NumberedEvent = { ...event, generation: index + 1, at: begunAt + after };
  values[2 * index] = numbered;
  return numbered;
}

/** The events after that many, `limit` of them at most. */
export function eventsAfter(
  events: RecordedEvents,
  count: number,
  limit: number = Infinity,
): NumberedEvent[] {
  const numbered: NumberedEvent[] = [];
  const end = Math.min(lengthOf(events), count + limit);
  for (let index = count; index < end; index += 1) {
    const event = eventAt(events, index);
    if (event) numbered.push(event);
  }
  return numbered;
}

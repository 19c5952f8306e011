import type { NumberedEvent, TaskEvent } from '../../../core/index.ts';

/**
 * Events of a log in memory, in order. They are stored unnumbered and numbered when read, because
 * most tasks end without a reader, and a numbered event is a copy.
 */
export interface RecordedEvents {
  /**
   * Each event, followed by its time in milliseconds after the first event. One array uses less
   * memory for a short log than two.
   */
  readonly values: (TaskEvent | NumberedEvent | number)[];
  /** Time of the first event in milliseconds since the epoch. */
  readonly begunAt: number;
}

export function createRecordedEvents(begunAt: number): RecordedEvents {
  return { values: [], begunAt };
}

export function countEvents({ values }: RecordedEvents): number {
  return values.length / 2;
}

export function recordEvent(
  { values, begunAt }: RecordedEvents,
  event: TaskEvent,
  at: number,
): void {
  values.push(event, at - begunAt);
}

/** Returns the event at an index from 0, always the same object. Undefined after the last event. */
export function getEvent(
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

export function listEventsAfter(
  events: RecordedEvents,
  skip: number,
  limit: number = Infinity,
): NumberedEvent[] {
  const numbered: NumberedEvent[] = [];
  const end = Math.min(countEvents(events), skip + limit);
  for (let index = skip; index < end; index += 1) {
    const event = getEvent(events, index);
    if (event) numbered.push(event);
  }
  return numbered;
}

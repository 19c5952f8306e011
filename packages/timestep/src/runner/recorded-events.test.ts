import { expect, it } from 'vitest';
import type { TaskEvent } from '../core/index.ts';
import {
  eventAt,
  eventsAfter,
  lengthOf,
  record,
  recordedEvents,
  type RecordedEvents,
} from './recorded-events.ts';

const STARTED: TaskEvent = { type: 'model.started', step: 1, attempt: 1 };
const CANCELED: TaskEvent = { type: 'cancel.requested' };

function recorded(): RecordedEvents {
  const events = recordedEvents(1_000);
  record(events, STARTED, 1_000);
  record(events, CANCELED, 1_500);
  return events;
}

it('numbers events from 1 and says when each happened', () => {
  const events = recorded();
  expect(lengthOf(events)).toBe(2);
  expect(eventAt(events, 0)).toEqual({ ...STARTED, generation: 1, at: 1_000 });
  expect(eventAt(events, 1)).toEqual({ ...CANCELED, generation: 2, at: 1_500 });
  expect(eventAt(events, 2)).toBeUndefined();
});

it('gives all readers the same object, and leaves what was recorded as it came', () => {
  const events = recorded();
  expect(eventAt(events, 1)).toBe(eventsAfter(events, 0)[1]);
  expect(CANCELED).toEqual({ type: 'cancel.requested' });
});

it('gives a part of the events', () => {
  const events = recorded();
  expect(eventsAfter(events, 1).map(({ type }) => type)).toEqual(['cancel.requested']);
  expect(eventsAfter(events, 0, 1).map(({ type }) => type)).toEqual(['model.started']);
  expect(eventsAfter(events, 2)).toEqual([]);
});

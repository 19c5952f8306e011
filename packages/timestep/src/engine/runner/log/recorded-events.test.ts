import { expect, it } from 'vitest';
import type { TaskEvent } from '../../../core/index.ts';
import {
  getEvent,
  listEventsAfter,
  countEvents,
  recordEvent,
  createRecordedEvents,
  type RecordedEvents,
} from './recorded-events.ts';

const STARTED: TaskEvent = { type: 'model.started', step: 1, attempt: 1 };
const CANCELED: TaskEvent = { type: 'cancel.requested' };

function recorded(): RecordedEvents {
  const events = createRecordedEvents(1_000);
  recordEvent(events, STARTED, 1_000);
  recordEvent(events, CANCELED, 1_500);
  return events;
}

it('numbers events from 1 and says when each happened', () => {
  const events = recorded();
  expect(countEvents(events)).toBe(2);
  expect(getEvent(events, 0)).toEqual({ ...STARTED, generation: 1, at: 1_000 });
  expect(getEvent(events, 1)).toEqual({ ...CANCELED, generation: 2, at: 1_500 });
  expect(getEvent(events, 2)).toBeUndefined();
});

it('gives all readers the same object, and leaves what was recorded as it came', () => {
  const events = recorded();
  expect(getEvent(events, 1)).toBe(listEventsAfter(events, 0)[1]);
  expect(CANCELED).toEqual({ type: 'cancel.requested' });
});

it('gives a part of the events', () => {
  const events = recorded();
  expect(listEventsAfter(events, 1).map(({ type }) => type)).toEqual(['cancel.requested']);
  expect(listEventsAfter(events, 0, 1).map(({ type }) => type)).toEqual(['model.started']);
  expect(listEventsAfter(events, 2)).toEqual([]);
});

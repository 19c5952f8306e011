import { expect, it } from 'vitest';
import type { TaskEvent } from '../core/index.ts';
import { RecordedEvents } from './recorded-events.ts';

const STARTED: TaskEvent = { type: 'model.started', step: 1, attempt: 1 };
const CANCELED: TaskEvent = { type: 'cancel.requested' };

function recorded(): RecordedEvents {
  const events = new RecordedEvents();
  events.add(STARTED, 1_000);
  events.add(CANCELED, 1_500);
  return events;
}

it('numbers events from 1 and says when each happened', () => {
  const events = recorded();
  expect(events.length).toBe(2);
  expect(events.at(0)).toEqual({ ...STARTED, generation: 1, at: 1_000 });
  expect(events.at(1)).toEqual({ ...CANCELED, generation: 2, at: 1_500 });
  expect(events.at(2)).toBeUndefined();
});

it('gives all readers the same object, and leaves what was recorded as it came', () => {
  const events = recorded();
  expect(events.at(1)).toBe(events.after(0)[1]);
  expect(CANCELED).toEqual({ type: 'cancel.requested' });
});

it('gives a part of the events', () => {
  const events = recorded();
  expect(events.after(1).map(({ type }) => type)).toEqual(['cancel.requested']);
  expect(events.after(0, 1).map(({ type }) => type)).toEqual(['model.started']);
  expect(events.after(2)).toEqual([]);
});

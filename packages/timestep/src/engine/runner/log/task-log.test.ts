import { expect, it } from 'vitest';
import { CORE_VERSION, DEFAULT_LIMITS, type TaskEvent } from '#core';
import type { Clock } from '#engine/port';
import { systemClock } from '../clock.ts';
import { MemoryTaskLog } from './task-log.ts';

function begun(clock: Pick<Clock, 'now'> = systemClock): MemoryTaskLog {
  const first = {
    type: 'task.submitted',
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'user', content: 'hi' }],
    clientTools: [],
  } as const;
  return new MemoryTaskLog(first, clock);
}

it('keeps what is shown of a running task, and nothing that is shown after its end', () => {
  const log = begun();
  log.show(1, 1, { type: 'text', text: 'a' });
  expect(log.hasShown).toBe(true);
  log.append({ type: 'task.finished', state: 'completed', reason: 'final_answer' });
  log.dropDeltas();
  log.show(1, 1, { type: 'text', text: 'b' });
  expect(log.hasShown).toBe(false);
});

const STARTED: TaskEvent = { type: 'model.started', step: 1, attempt: 1 };
const CANCELED: TaskEvent = { type: 'cancel.requested' };

function recorded(): MemoryTaskLog {
  let now = 500;
  const log = begun({ now: () => (now += 500) });
  log.append(STARTED);
  log.append(CANCELED);
  return log;
}

it('numbers events from 1 and says when each happened', () => {
  const { events } = recorded();
  expect(events).toHaveLength(3);
  expect(events[0]).toMatchObject({ type: 'task.submitted', generation: 1, at: 1_000 });
  expect(events[1]).toEqual({ ...STARTED, generation: 2, at: 1_500 });
  expect(events[2]).toEqual({ ...CANCELED, generation: 3, at: 2_000 });
  expect(events[3]).toBeUndefined();
});

it('gives all readers the same object', () => {
  const log = recorded();
  expect(log.eventsAfter(2, 1)[0]).toBe(log.events[2]);
});

it('copies an event that is recorded a second time', () => {
  const log = recorded();
  log.append(STARTED);
  recorded();
  expect(log.events[1]).toMatchObject({ ...STARTED, generation: 2, at: 1_500 });
  expect(log.events[3]).toMatchObject({ ...STARTED, generation: 4, at: 2_500 });
});

it('gives a part of the events', () => {
  const log = recorded();
  expect(log.eventsAfter(2, Infinity).map(({ type }) => type)).toEqual(['cancel.requested']);
  expect(log.eventsAfter(1, 1).map(({ type }) => type)).toEqual(['model.started']);
  expect(log.eventsAfter(3, Infinity)).toEqual([]);
});

import { expect, it } from 'vitest';
import { apply, type NumberedEvent, type Task, type TaskEvent } from '#core';
import {
  createModelStarted,
  createReply,
  createUpdates,
  createUserMessage,
} from '../view.fixture.ts';
import { measureWindowFill } from './context-window.ts';

function taskOf(events: readonly TaskEvent[]): Task {
  const log = createUpdates('t1', events).flatMap((update): readonly NumberedEvent[] =>
    update.kind === 'event' ? [update.event] : [],
  );
  const task = log.reduce<Task | undefined>(apply, undefined);
  if (!task) throw new Error('the log is empty');
  return task;
}

function createCountedReply(total: number): TaskEvent {
  const reply = createReply(1, 'Yes.');
  const usage = { prompt_tokens: total - 2, completion_tokens: 2, total_tokens: total };
  return reply.type === 'model.replied'
    ? { ...reply, message: { ...reply.message, usage } }
    : reply;
}

const sum = (parts: readonly { readonly tokens: number }[]): number =>
  parts.reduce((all, { tokens }) => all + tokens, 0);

it('estimates a conversation that no provider has counted', () => {
  const fill = measureWindowFill(taskOf([createUserMessage('Is it mild in Oakland today?')]));
  expect(fill.parts.map(({ part }) => part)).toEqual(['conversation']);
  expect(fill.tokens).toBe(sum(fill.parts));
  expect(fill.tokens).toBeGreaterThan(3);
});

it('counts what the provider counted, and shows what is beyond the messages as tools', () => {
  const events = [createUserMessage('Is it mild?'), createModelStarted(1), createCountedReply(900)];
  const fill = measureWindowFill(taskOf(events));
  expect(fill.tokens).toBe(900);
  expect(fill.parts.map(({ part }) => part)).toEqual(['conversation', 'tools']);
  expect(sum(fill.parts)).toBe(900);
});

it('divides a count that is below the estimate among the parts', () => {
  const long = createUserMessage('mild '.repeat(400));
  const fill = measureWindowFill(taskOf([long, createModelStarted(1), createCountedReply(50)]));
  expect(fill.tokens).toBe(50);
  expect(sum(fill.parts)).toBe(50);
});

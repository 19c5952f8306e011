import type { ConversationSummary } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { groupMatchingChats } from './group-chats.ts';

const now = new Date(2026, 5, 15, 12).getTime();

function chat(name: string, ...changed: readonly [day: number, hour: number]): ConversationSummary {
  const [day, hour] = changed;
  const updatedAt = new Date(2026, 5, day, hour).getTime();
  return {
    id: name,
    name,
    agent: 'guide',
    principal: '',
    isClosed: false,
    createdAt: 0,
    updatedAt,
  };
}

const chats = [
  chat('old', 1, 9),
  chat('breakfast', 15, 8),
  chat('lunch', 15, 11),
  chat('late', 14, 23),
  chat('week', 10, 1),
  chat('spring', -70, 1),
];

function list(text: string): unknown {
  return groupMatchingChats(chats, text, now).map((group) => [
    group.title,
    ...group.chats.map(({ name }) => name),
  ]);
}

it('groups conversations by day, newest first', () => {
  expect(list('')).toEqual([
    ['Today', 'lunch', 'breakfast'],
    ['Yesterday', 'late'],
    ['Last 7 days', 'week'],
    ['Last 30 days', 'old'],
    ['March 2026', 'spring'],
  ]);
});

it('finds conversations by name and agent', () => {
  expect(list(' LATE')).toEqual([['Yesterday', 'late']]);
  expect(list('guide')).toHaveLength(5);
  expect(list('nothing')).toEqual([]);
});

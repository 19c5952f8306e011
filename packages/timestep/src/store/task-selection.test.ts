import { expect, it } from 'vitest';
import {
  both,
  conditionOf,
  newestFirst,
  positionsAfter,
  readPageToken,
  writePageToken,
} from './task-selection.ts';

it('selects by what is given, and everything where nothing is', () => {
  expect(conditionOf({})).toEqual({ where: '1 = 1', values: [] });
  expect(conditionOf({ principal: '', state: 'completed', changedSince: 0 })).toEqual({
    where: 'principal = ? AND state = ? AND updated_at >= ?',
    values: ['', 'completed', 0],
  });
});

it('goes on after a position', () => {
  const all = conditionOf({ agent: 'a' });
  expect(both(all, positionsAfter(undefined))).toBe(all);
  expect(both(all, positionsAfter({ updatedAt: 5, id: 't' }))).toEqual({
    where: 'agent = ? AND updated_at <= ? AND (updated_at < ? OR id > ?)',
    values: ['a', 5, 5, 't'],
  });
});

it('orders the newest first, then by id', () => {
  const positions = [
    { updatedAt: 1, id: 'b' },
    { updatedAt: 2, id: 'c' },
    { updatedAt: 1, id: 'a' },
  ];
  expect(positions.toSorted(newestFirst).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

it.each([
  { updatedAt: 5, id: 't' },
  { updatedAt: 0, id: 'with spaces, and \u{1f642}' },
])('reads the token of %j back', (position) => {
  expect(readPageToken(writePageToken(position))).toEqual(position);
});

it.each(['', 'token', Buffer.from('x y').toString('base64url')])('refuses %j', (token) => {
  expect(() => readPageToken(token)).toThrow(expect.objectContaining({ code: 'bad-page-token' }));
});

import { expect, it } from 'vitest';
import {
  combineConditions,
  buildTaskCondition,
  compareNewestFirst,
  buildConditionAfterPosition,
  decodePageToken,
  encodePageToken,
} from './task-selection.ts';

it('selects by what is given, and everything where nothing is', () => {
  expect(buildTaskCondition({})).toEqual({ where: '1 = 1', values: {} });
  expect(buildTaskCondition({ principal: '', state: 'completed', changedSince: 0 })).toEqual({
    where: 'principal = :principal AND state = :state AND updated_at >= :changedSince',
    values: { principal: '', state: 'completed', changedSince: 0 },
  });
});

it('goes on after a position', () => {
  const all = buildTaskCondition({ agent: 'a' });
  expect(combineConditions(all, buildConditionAfterPosition(undefined))).toBe(all);
  expect(combineConditions(all, buildConditionAfterPosition({ updatedAt: 5, id: 't' }))).toEqual({
    where:
      'agent = :agent AND updated_at <= :afterTime AND (updated_at < :afterTime OR id > :afterId)',
    values: { agent: 'a', afterTime: 5, afterId: 't' },
  });
});

it('orders the newest first, then by id', () => {
  const positions = [
    { updatedAt: 1, id: 'b' },
    { updatedAt: 2, id: 'c' },
    { updatedAt: 1, id: 'a' },
  ];
  expect(positions.toSorted(compareNewestFirst).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

it.each([
  { updatedAt: 5, id: 't' },
  { updatedAt: 0, id: 'with spaces, and \u{1f642}' },
])('reads the token of %j back', (position) => {
  expect(decodePageToken(encodePageToken(position))).toEqual(position);
});

it.each(['', 'token', Buffer.from('x y').toString('base64url')])('refuses %j', (token) => {
  expect(() => decodePageToken(token)).toThrow(expect.objectContaining({ code: 'bad-page-token' }));
});

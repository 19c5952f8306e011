import { expect, it } from 'vitest';
import { chooseKillPoints, createKillPoints } from './kill-points.ts';

it('kills at the point with the number, and counts all', () => {
  const killed: string[] = [];
  const points = createKillPoints(2, (point) => killed.push(point));
  for (const point of ['before commit', 'after commit', 'before model']) points.pass(point);
  expect(killed).toEqual(['after commit']);
  expect(points.passed()).toHaveLength(3);
});

it('chooses every point, or so many of them from the first to the last', () => {
  expect(chooseKillPoints(3, Number.POSITIVE_INFINITY)).toEqual([1, 2, 3]);
  expect(chooseKillPoints(100, 3)).toEqual([1, 51, 100]);
  expect(chooseKillPoints(100, 1)).toEqual([1]);
  expect(chooseKillPoints(0, 5)).toEqual([]);
});

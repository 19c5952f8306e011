import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { drawAgain, drawKillPoints, MOMENTS } from './kill-points.ts';

test('the same seed draws the same points, another seed others', () => {
  assert.deepEqual(drawKillPoints(50, 7), drawKillPoints(50, 7));
  assert.notDeepEqual(drawKillPoints(50, 7), drawKillPoints(50, 8));
});

test('points drawn again repeat for a seed, and differ for each kill and attempt', () => {
  assert.deepEqual(drawAgain(1, 2, 3), drawAgain(1, 2, 3));
  const drawn = [drawAgain(1, 2, 3), drawAgain(1, 2, 2), drawAgain(1, 3, 3), drawAgain(2, 2, 3)];
  assert.equal(new Set(drawn.map(({ delayMs }) => delayMs)).size, 4);
});

test('every moment is drawn about equally often', () => {
  const points = drawKillPoints(100, 1);
  for (const moment of MOMENTS) {
    const drawn = points.filter((point) => point.moment === moment).length;
    assert.ok(drawn === 6 || drawn === 7, `${moment}: ${drawn}`);
  }
});

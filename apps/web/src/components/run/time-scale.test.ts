import { expect, it } from 'vitest';
import { createTimeScale, panBy, zoomBy, WHOLE } from './time-scale.ts';

it('maps times evenly, with ticks at round times', () => {
  const { toPlace, ticks, folds } = createTimeScale({ from: 1000, to: 11_000 });
  expect([1000, 6000, 11_000].map(toPlace)).toEqual([0, 0.5, 1]);
  expect(ticks.map(({ ms }) => ms)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
  expect(folds).toEqual([]);
});

it('folds long waits, and keeps the order of all times', () => {
  const { toPlace, ticks, folds } = createTimeScale({ from: 0, to: 110_000 }, [
    { from: 4000, to: 104_000 },
  ]);
  const [fold] = folds;
  expect(fold?.ms).toBe(100_000);
  expect(fold?.width).toBeLessThan(0.06);
  expect(toPlace(4000)).toBeCloseTo(fold?.at ?? 0);
  const places = [0, 2000, 4000, 50_000, 104_000, 107_000, 110_000].map(toPlace);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect([places[0], places.at(-1)]).toEqual([0, 1]);
  expect(ticks.every(({ ms }) => ms <= 4000 || ms >= 104_000)).toBe(true);
});

it('does not fold what is short beside the work', () => {
  expect(createTimeScale({ from: 0, to: 10_000 }, [{ from: 0, to: 900 }]).folds).toEqual([]);
});

it('zooms around a place, moves, and stays inside', () => {
  const zoomed = zoomBy(WHOLE, 0.5, 0.25);
  expect(zoomed).toEqual({ from: 0.125, to: 0.625 });
  expect(createTimeScale({ from: 0, to: 1000 }, [], zoomed).toPlace(125)).toBe(0);
  expect(panBy(zoomed, 5)).toEqual({ from: 0.5, to: 1 });
  expect(zoomBy(zoomed, 100)).toEqual(WHOLE);
});

import { expect, it } from 'vitest';
import { createScaleFromOne, createLinearScale, createLogScale } from './plot-scale.ts';

it.each([
  [
    [0, 1],
    [0, 0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [0, 0.029],
    [0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03],
  ],
  [
    [-0.21, 0.21],
    [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3],
  ],
  [
    [0, 0],
    [0, 0.2],
  ],
] as const)('a scale of %j has round ticks around it', ([low, high], ticks) => {
  const scale = createLinearScale([low, high], [0, 100]);
  expect(scale.ticks).toHaveLength(ticks.length);
  for (const [at, tick] of ticks.entries()) expect(scale.ticks[at]).toBeCloseTo(tick, 9);
  expect(scale.at(ticks[0])).toBeCloseTo(0, 9);
  expect(scale.at(ticks.at(-1) ?? 0)).toBeCloseTo(100, 9);
});

it('goes by powers of ten where values differ much', () => {
  const scale = createLogScale([0.002, 3], [0, 400]);
  expect(scale.ticks).toHaveLength(5);
  expect(scale.at(0.001)).toBeCloseTo(0, 9);
  expect(scale.at(0.1)).toBeCloseTo(200, 9);
});

it('counts from 1, and puts a single value in the middle', () => {
  expect(createScaleFromOne(4, [0, 90]).ticks).toEqual([1, 2, 3, 4]);
  expect(createScaleFromOne(100, [0, 90]).ticks).toHaveLength(10);
  expect([createScaleFromOne(4, [0, 90]).at(4), createScaleFromOne(1, [0, 90]).at(1)]).toEqual([
    90, 45,
  ]);
  expect(createScaleFromOne(0, [0, 90]).ticks).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import type { Message } from 'timestep/core';
import { countPoints, crashed, haunted } from './crash.ts';
import { breaches } from './story.ts';

/** A sample; `npm run test:crash` takes every point. */
const EVERY = 9;

describe('a process that runs tasks on SQLite', () => {
  it('may be killed at any point', async () => {
    const points = await countPoints();
    expect(points).toBeGreaterThan(40);
    const outcomes = [];
    for (let at = 1; at <= points; at += EVERY) outcomes.push(await crashed([at]));
    expect(outcomes.flatMap((outcome) => outcome.breaches)).toEqual([]);
    expect(outcomes.every((outcome) => outcome.kills === 1)).toBe(true);
  });

  it('may be killed again while it recovers', async () => {
    for (const kills of [
      [8, 5, 9],
      [21, 12, 4],
      [30, 30, 30],
    ]) {
      expect(await crashed(kills)).toMatchObject({ breaches: [] });
    }
  });

  it('leaves alone what was taken over while it was stopped', async () => {
    for (const at of [10, 25]) expect(await haunted(at)).toMatchObject({ kills: 1, breaches: [] });
  });
});

it('would notice what it looks for', () => {
  const transcript: Message[] = [{ role: 'user', content: 'm1' }];
  const tasks = [{ state: 'completed', generation: 1, transcript }];
  const world = { url: '', asked: [], applied: new Map(), close: async () => undefined };
  const found = breaches({ points: 0, tasks }, world);
  expect(found).toContainEqual(expect.stringMatching(/m1 and m2 are there once/));
  expect(found).toContainEqual(expect.stringMatching(/book is applied once/));
  expect(found).toContainEqual(expect.stringMatching(/one recorded result, not 0/));
});

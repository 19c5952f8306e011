import { describe, expect, it } from 'vitest';
import type { Message } from 'timestep/core';
import { crashed, haunted, undisturbedStory } from './crash.ts';
import { breaches } from './story.ts';

/** A sample; `npm run test:crash` takes every point. */
const EVERY = 17;

describe('a process that runs tasks on SQLite', async () => {
  const undisturbed = await undisturbedStory();
  const { points } = undisturbed;

  it('may be killed at any point', async () => {
    expect(points).toBeGreaterThan(70);
    const outcomes = [];
    for (let at = 1; at <= points; at += EVERY) outcomes.push(await crashed(undisturbed, [at]));
    expect(outcomes.flatMap((outcome) => outcome.breaches)).toEqual([]);
    expect(outcomes.every((outcome) => outcome.kills === 1)).toBe(true);
  });

  it('may be killed again while it recovers', async () => {
    for (const kills of [
      [8, 5, 9],
      [40, 22, 14],
      [70, 50, 30],
    ]) {
      expect(await crashed(undisturbed, kills)).toMatchObject({ breaches: [] });
    }
  });

  it('leaves alone what was taken over while it was stopped', async () => {
    for (const at of [20, 60]) {
      expect(await haunted(undisturbed, at)).toMatchObject({ kills: 1, breaches: [] });
    }
  });
});

it('would notice what it looks for', () => {
  const transcript: Message[] = [{ role: 'user', content: 'm1' }];
  const tasks = [{ agent: 'subject', state: 'completed', generation: 1, transcript }];
  const world = {
    url: '',
    asked: [],
    applied: new Map(),
    notified: [],
    close: async () => undefined,
  };
  const story = { points: 0, total: 1, tasks };
  const otherwise = { ...story, tasks: tasks.map((task) => ({ ...task, transcript: [] })) };
  const found = breaches(story, world, otherwise);
  expect(found).toContainEqual(expect.stringMatching(/each message is there once/));
  expect(found).toContainEqual(expect.stringMatching(/book is applied once/));
  expect(found).toContainEqual(expect.stringMatching(/one recorded result, not 0/));
  expect(found).toContainEqual(expect.stringMatching(/each handoff made one task/));
  expect(found).toContainEqual(expect.stringMatching(/each task is told of: 0/));
  expect(found).toContainEqual(expect.stringMatching(/without a crash/));
});

import { describe, expect, it } from 'vitest';
import { chooseSample } from '../../sample-size.ts';
import { numbersFrom } from '../../interop/kill/numbers.ts';
import { noticed } from './hunt.ts';
import { ORCHESTRA_MUTANTS } from './mutants.ts';
import { chosenScenes } from './scenes.ts';
import { orchestraStory } from './story.ts';

/** One of so many points is taken here; `npm run test:crash -- --story orchestra` takes every point. */
const EVERY = chooseSample({ small: 60, usual: 30, whole: 15 });
const SQLITE = { kind: 'sqlite' } as const;

it('answers once whichever process between client and booking is killed, or all of them', async () => {
  const chosen = { every: EVERY, runs: 1, random: numbersFrom(7) };
  const { points, told, breaches } = await orchestraStory({
    backing: SQLITE,
    scenes: (ofJourney) => chosenScenes(ofJourney, chosen),
  });
  expect(breaches).toEqual([]);
  expect(points.bridge).toBeGreaterThan(20);
  expect(points.coordinator).toBeGreaterThan(40);
  expect(points.specialist).toBeGreaterThan(20);
  expect(told.get('all killed')?.kills).toBeGreaterThan(0);
});

describe('a rule that is broken', () => {
  it.each([
    'the bridge keeps handles in memory only',
    'a call of the bridge that is made again is another call',
    'a call from inside that is made again is another call',
    'the stream of a task that waits is read on for ever',
  ])('would be noticed: %s', async (name) => {
    const mutant = ORCHESTRA_MUTANTS.find((one) => one.name === name);
    if (!mutant) throw new Error('no such mutant');
    expect(await noticed(mutant, SQLITE)).toBeDefined();
  });
});

import { expect, it } from 'vitest';
import { chooseSample } from '../sample-size.ts';
import { exported, wrongWith, type KillPoint } from './exported-once.ts';
import { EXPORT_MUTANTS } from './mutants.ts';

const SIDE_BY_SIDE = 3;

/** Of the points in a row, one of so many is taken. */
const EVERY = chooseSample({ small: 6, usual: 3, whole: 1 });

it('sends every span once, around whichever commit, claim or change the process is killed', async () => {
  const undisturbed = await exported(undefined);
  expect(undisturbed.received).toEqual(undisturbed.ids);
  expect(undisturbed.names).toHaveLength(6);
  const points = Object.entries(undisturbed.reached).flatMap(([point, times]) =>
    Array.from({ length: times }, (_, index): KillPoint => ({ point, at: index + 1 })),
  );
  expect(points.length).toBeGreaterThan(40);
  const problems: string[] = [];
  let whole = 0;
  const chosen = points.filter((_, index) => index % EVERY === 0);
  const left = chosen.values();
  async function killAtThoseLeft(): Promise<void> {
    for (const kill of left) {
      const outcome = await exported(kill);
      if (outcome.received.length === outcome.ids.length) whole += 1;
      const wrong = wrongWith(outcome, undisturbed);
      problems.push(...wrong.map((what) => `killed ${kill.point} ${kill.at}: ${what}`));
    }
  }
  // Each has a folder and a collector of its own.
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, killAtThoseLeft));
  expect(problems).toEqual([]);
  expect(whole).toBeGreaterThan(chosen.length / 2);
});

it.each(EXPORT_MUTANTS)('notices that $name', async ({ edits, kill }) => {
  const undisturbed = await exported(undefined);
  const outcome = await exported(kill, [], edits);
  expect(wrongWith(outcome, undisturbed)).not.toEqual([]);
});

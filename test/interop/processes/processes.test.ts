import { expect, it } from 'vitest';
import { numbersFrom } from '../kill/numbers.ts';
import { processesStory } from './story.ts';
import { BAD_STARTER, WAYS_OUT } from './ways-out.ts';

it('leaves no process behind, whatever way out is taken', async () => {
  const rounds = WAYS_OUT.length;
  const outcome = await processesStory({ ways: WAYS_OUT, rounds, random: numbersFrom(1) });
  expect(outcome.breaches).toEqual([]);
  expect(outcome.servers).toBeGreaterThan(rounds);
});

it('finds what a starter leaves behind that ends only its own child', async () => {
  const outcome = await processesStory({ ways: [BAD_STARTER], rounds: 1, random: numbersFrom(1) });
  expect(outcome.breaches).toEqual([expect.stringContaining('is left')]);
});

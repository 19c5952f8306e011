import { expect, it } from 'vitest';
import { numbersFrom } from './numbers.ts';
import { killStory } from './story.ts';

it('answers every question once although both assistants are killed again and again', async () => {
  const outcome = await killStory({ kills: 3, random: numbersFrom(7), clients: 2 });
  expect(outcome.breaches).toEqual([]);
  expect(outcome.questions).toBeGreaterThan(0);
  expect(outcome.handoffs).toBe(outcome.questions);
});

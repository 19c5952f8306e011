import { expect, it } from 'vitest';
import { numbersFrom } from '../kill/numbers.ts';
import { processesStory } from './story.ts';
import { BAD_STARTER, WAYS_OUT } from './ways-out.ts';

// Each mostly waits: for servers to start, and to end.
it.concurrent.each(WAYS_OUT)('leaves no process behind where $name', async (way) => {
  const random = numbersFrom(WAYS_OUT.indexOf(way));
  const outcome = await processesStory({ ways: [way], rounds: 1, serversEach: 1, random });
  expect(outcome.breaches).toEqual([]);
});

it.concurrent('finds what a starter leaves behind that ends only its own child', async () => {
  const random = numbersFrom(1);
  const ways = [BAD_STARTER];
  const outcome = await processesStory({ ways, rounds: 1, serversEach: 3, random });
  expect(outcome).toMatchObject({ servers: 1, breaches: [expect.stringContaining('is left')] });
});

import { expect, it } from 'vitest';
import { progressLine } from './progress-line.ts';

it.each([
  [true, '\r\u001b[Kwaiting 8 s: the rate of calls is limited; then 2 at a time'],
  [false, 'waiting 8 s: the rate of calls is limited; then 2 at a time\n'],
])('says that a run waits, watched: %s', (isWatched, text) => {
  const said: string[] = [];
  progressLine(isWatched, (one) => said.push(one)).wait({ ms: 7001, concurrency: 2 });
  expect(said).toEqual([text]);
});

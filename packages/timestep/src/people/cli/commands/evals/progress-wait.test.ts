import { expect, it } from 'vitest';
import { createProgressDisplay } from './progress-line.ts';

it.each([
  [true, '\r\u001b[Kwaiting 8 s because of rate limits; then 2 concurrent trials'],
  [false, 'waiting 8 s because of rate limits; then 2 concurrent trials\n'],
])('says that a run waits, watched: %s', (isWatched, text) => {
  const said: string[] = [];
  createProgressDisplay(isWatched, (one) => said.push(one)).showWait({ ms: 7001, concurrency: 2 });
  expect(said).toEqual([text]);
});

import { expect, it } from 'vitest';
import { load } from './load.ts';

/** A sample; `npm run test:load` takes the sizes that are promised. */
it('holds under a little load of each kind', async () => {
  const results = await load({
    inFlight: 100,
    subscribers: 40,
    words: 5,
    tasks: 100,
    json: false,
  });
  expect(results.map(({ name }) => name)).toEqual([
    'in-flight',
    'sharing',
    'fan-out',
    'succession',
  ]);
  const fanOut = results.find(({ name }) => name === 'fan-out');
  expect(fanOut?.figures).toMatchObject({ 'heard the end': 40 });
  expect(fanOut?.problems).toEqual([]);
  for (const { figures } of results) {
    for (const figure of Object.values(figures)) expect(figure).toEqual(expect.any(Number));
  }
});

import { expect, it } from 'vitest';
import { measureHolds, readCpuMs } from './hold.ts';
import { formatHold, isTooLong, judge, measureAllHolds } from './table.ts';

/** A sample; `npm run measure:holds` measures larger tasks and longer texts. */
const SAMPLE = { tasks: 100, characters: 300_000, length: 5000 };

it('no route and no parser holds the event loop for long', async () => {
  const holds = await measureAllHolds(SAMPLE);
  expect(holds.filter(isTooLong).map(formatHold)).toEqual([]);
  expect(holds.length).toBeGreaterThan(900);
});

it('finds work that holds the event loop, also between pauses', async () => {
  const work = (ms: number): void => {
    const end = readCpuMs() + ms;
    while (readCpuMs() < end) Math.sqrt(end);
  };
  const holds = await measureHolds({
    'one long turn': () => work(300),
    async 'a long turn after others'() {
      await new Promise(setImmediate);
      work(300);
      await new Promise(setImmediate);
    },
    async 'promises without a turn'() {
      for (let step = 0; step < 10; step += 1) {
        work(30);
        await Promise.resolve();
      }
    },
    async 'many short turns'() {
      for (let step = 0; step < 10; step += 1) {
        work(30);
        await new Promise(setImmediate);
      }
    },
  });
  const found = judge(holds, 150).filter(isTooLong);
  expect(found.map(({ name }) => name)).toEqual([
    'one long turn',
    'a long turn after others',
    'promises without a turn',
  ]);
});

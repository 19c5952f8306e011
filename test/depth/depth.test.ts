import { expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { ENTRIES, isBad, tryAll, type Cell } from './table.ts';

/** A sample; `npm run measure:depth` tries more depths, and judges what they cost. */
const DEPTHS = [100, 5000];

async function collect(entries: Readonly<Record<string, Entry>>): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for await (const cell of tryAll({ depths: DEPTHS, entries })) cells.push(cell);
  return cells;
}

it('every entry answers or refuses deep data, and strands no task', async () => {
  const cells = await collect(ENTRIES);
  const stranded = cells.filter((cell) => cell.stranded > 0);
  expect(stranded.map(({ entry, runner, levels }) => [entry, runner, levels])).toEqual([]);
  expect(cells).toHaveLength(2 * DEPTHS.length * Object.keys(ENTRIES).length);
});

it('notices a task that is left working', async () => {
  const left: Entry = async (levels) => ({
    words: 'left',
    states: levels > 1000 ? ['completed', 'working'] : ['completed'],
  });
  const cells = await collect({ left });
  expect(cells.map((cell) => [cell.levels, isBad(cell)])).toEqual([
    [100, false],
    [5000, true],
    [100, false],
    [5000, true],
  ]);
});

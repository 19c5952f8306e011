import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { formatFigure, rotate, computeSpread } from '../statistics.ts';
import { toCpuFields, type Aim, type Row, type Suite } from '../suite.ts';
import { LENGTHS, type TurnCost } from './measurement.ts';

const STORES = ['memory', 'sqlite'];
const MEGABYTE = 1024 * 1024;
/**
 * Heap and disk are compared from this length on, because earlier growth belongs to the process
 * itself.
 */
const [, FROM = 0, MIDDLE = 0, TO = 0] = LENGTHS;

export const chainSuite: Suite = {
  name: 'chain',
  about: 'one more turn of a conversation over OpenAI Responses, at growing length, on both stores',
  rounds: 3,
  async run(rounds, progress) {
    const gathered = new Map<string, (readonly TurnCost[])[]>(STORES.map((store) => [store, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const store of rotate(STORES, round)) {
        progress(`round ${round + 1} of ${rounds}: ${store}`);
        gathered.get(store)?.push(await measureStore(store));
      }
    }
    return STORES.flatMap((store) => {
      const all = gathered.get(store) ?? [];
      return LENGTHS.map((length) => createRow(store, length, all));
    });
  },
  report(rows) {
    return {
      head: ['', 'responses', 'CPU µs', 'median', '× 1 response', 'heap MB', 'disk MB'],
      lines: rows.map((row) => [
        row.name,
        formatFigure(Number(row['length'])),
        formatFigure(row.cpu_us),
        formatFigure(row.cpu_us_median),
        formatFigure(row.cpu_us / findRow(rows, row.name, 1).cpu_us),
        formatFigure(Number(row['heap_bytes']) / MEGABYTE),
        formatFigure(Number(row['disk_bytes']) / MEGABYTE),
      ]),
      aims: STORES.flatMap((store) => createAims(rows, `timestep-${store}`)),
    };
  },
};

async function measureStore(store: string): Promise<readonly TurnCost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-chain-'));
  try {
    const script = join(import.meta.dirname, 'child.ts');
    return (await measureInChild(script, [store, folder], ['--expose-gc'])) as TurnCost[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function createRow(store: string, length: number, all: readonly (readonly TurnCost[])[]): Row {
  const costs = all.flatMap((one) => one.filter((cost) => cost.length === length));
  return {
    suite: 'chain',
    name: `timestep-${store}`,
    length,
    ...toCpuFields(computeSpread(costs.map(({ cpuUs }) => cpuUs))),
    heap_bytes: Math.min(...costs.map(({ heapBytes }) => heapBytes)),
    disk_bytes: Math.min(...costs.map(({ diskBytes }) => diskBytes)),
    rounds: all.length,
  };
}

function findRow(rows: readonly Row[], name: string, length: number): Row {
  const row = rows.find((one) => one.name === name && one['length'] === length);
  if (!row) throw new Error(`there is no row ${name} with ${length} responses`);
  return row;
}

function createAims(rows: readonly Row[], name: string): Aim[] {
  const cpu = findRow(rows, name, TO).cpu_us / findRow(rows, name, 1).cpu_us;
  const kept = name === 'timestep-memory' ? 'heap_bytes' : 'disk_bytes';
  const growth = (from: number, to: number): number =>
    (Number(findRow(rows, name, to)[kept]) - Number(findRow(rows, name, from)[kept])) / (to - from);
  const bend = growth(MIDDLE, TO) / growth(FROM, MIDDLE);
  const what = kept === 'heap_bytes' ? 'heap' : 'disk';
  return [
    { what: `${name}, CPU of a turn, ${TO} × 1 response`, figure: cpu, atMost: 1.3 },
    { what: `${name}, ${what} of a turn, late × early`, figure: bend, atMost: 1.3 },
  ];
}

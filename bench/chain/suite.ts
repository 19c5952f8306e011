import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild } from '../process/measure-in-child.ts';
import { readable, rotated, spreadOf } from '../statistics.ts';
import { cpuOf, type Aim, type Row, type Suite } from '../suite.ts';
import { LENGTHS, type TurnCost } from './measurement.ts';

const STORES = ['memory', 'sqlite'];
const MEGABYTE = 1024 * 1024;
/** Heap and disk are compared from here on: earlier growth is of the process itself. */
const [, FROM = 0, MIDDLE = 0, TO = 0] = LENGTHS;

export const chainSuite: Suite = {
  name: 'chain',
  about: 'one more turn of a conversation over OpenAI Responses, at growing length, on both stores',
  rounds: 3,
  async run(rounds, progress) {
    const gathered = new Map<string, (readonly TurnCost[])[]>(STORES.map((store) => [store, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const store of rotated(STORES, round)) {
        progress(`round ${round + 1} of ${rounds}: ${store}`);
        gathered.get(store)?.push(await measured(store));
      }
    }
    return STORES.flatMap((store) => {
      const all = gathered.get(store) ?? [];
      return LENGTHS.map((length) => rowOf(store, length, all));
    });
  },
  report(rows) {
    return {
      head: ['', 'responses', 'CPU µs', 'median', '× 1 response', 'heap MB', 'disk MB'],
      lines: rows.map((row) => [
        row.name,
        readable(Number(row['length'])),
        readable(row.cpu_us),
        readable(row.cpu_us_median),
        readable(row.cpu_us / at(rows, row.name, 1).cpu_us),
        readable(Number(row['heap_bytes']) / MEGABYTE),
        readable(Number(row['disk_bytes']) / MEGABYTE),
      ]),
      aims: STORES.flatMap((store) => aimsOf(rows, `timestep-${store}`)),
    };
  },
};

async function measured(store: string): Promise<readonly TurnCost[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-chain-'));
  try {
    const script = join(import.meta.dirname, 'child.ts');
    return (await measureInChild(script, [store, folder], ['--expose-gc'])) as TurnCost[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowOf(store: string, length: number, all: readonly (readonly TurnCost[])[]): Row {
  const costs = all.flatMap((one) => one.filter((cost) => cost.length === length));
  return {
    suite: 'chain',
    name: `timestep-${store}`,
    length,
    ...cpuOf(spreadOf(costs.map(({ cpuUs }) => cpuUs))),
    heap_bytes: Math.min(...costs.map(({ heapBytes }) => heapBytes)),
    disk_bytes: Math.min(...costs.map(({ diskBytes }) => diskBytes)),
    rounds: all.length,
  };
}

function at(rows: readonly Row[], name: string, length: number): Row {
  const row = rows.find((one) => one.name === name && one['length'] === length);
  if (!row) throw new Error(`there is no row ${name} with ${length} responses`);
  return row;
}

function aimsOf(rows: readonly Row[], name: string): Aim[] {
  const cpu = at(rows, name, TO).cpu_us / at(rows, name, 1).cpu_us;
  const kept = name === 'timestep-memory' ? 'heap_bytes' : 'disk_bytes';
  const growth = (from: number, to: number): number =>
    (Number(at(rows, name, to)[kept]) - Number(at(rows, name, from)[kept])) / (to - from);
  const bend = growth(MIDDLE, TO) / growth(FROM, MIDDLE);
  const what = kept === 'heap_bytes' ? 'heap' : 'disk';
  return [
    { what: `${name}, CPU of a turn, ${TO} × 1 response`, figure: cpu, atMost: 1.3 },
    { what: `${name}, ${what} of a turn, late × early`, figure: bend, atMost: 1.3 },
  ];
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLERS } from './callers.ts';
import { RESTING, RUNNERS, type Entry, type OpenBackend, type Outcome } from './entry.ts';
import { FILES } from './files.ts';
import { measure, type Cost } from './measure.ts';
import { PEERS } from './peers.ts';

/** Every way by which data come in, by name. */
export const ENTRIES: Readonly<Record<string, Entry>> = { ...PEERS, ...CALLERS, ...FILES };

/** A cell of the table. */
export interface Cell {
  readonly entry: string;
  readonly runner: string;
  readonly levels: number;
  readonly outcome: Outcome;
  readonly cost: Cost;
  /** Tasks that neither ended nor wait for a person. */
  readonly stranded: number;
}

export interface TableOptions {
  readonly depths: readonly number[];
  readonly entries?: Readonly<Record<string, Entry>>;
  readonly runners?: Readonly<Record<string, OpenBackend>>;
}

/** Tries every entry with every runner at every depth. */
export async function* tryAll({
  depths,
  entries = ENTRIES,
  runners = RUNNERS,
}: TableOptions): AsyncGenerator<Cell> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-depth-'));
  try {
    for (const [runner, open] of Object.entries(runners)) {
      for (const [entry, run] of Object.entries(entries)) {
        const place = { folder, open, isDurable: runner !== 'memory' };
        // The first run loads code, which is no cost of the data.
        await run(1, place);
        for (const levels of depths) {
          const { value: outcome, cost } = await measure(() => run(levels, place));
          const stranded = outcome.states.filter((state) => !RESTING.includes(state)).length;
          yield { entry, runner, levels, outcome, cost, stranded };
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LONGEST_MS = 1000;
const MOST_MEGABYTES = 50;

/** Whether a cell shows a task that is stuck, or data that cost too much. */
export function isBad({ cost, stranded }: Cell): boolean {
  return stranded > 0 || cost.cpuMs > LONGEST_MS || cost.megabytes > MOST_MEGABYTES;
}

export function formatCell(cell: Cell): string {
  const { entry, runner, levels, outcome, cost, stranded } = cell;
  const figures = `${Math.round(cost.cpuMs)} ms ${Math.round(cost.megabytes)} MB`;
  return [
    isBad(cell) ? '!' : ' ',
    runner.padEnd(8),
    entry.padEnd(34),
    String(levels).padStart(7),
    figures.padStart(15),
    stranded > 0 ? ` ${stranded} STRANDED (${outcome.states.join(', ')})` : '',
    ` ${outcome.words}`,
  ].join(' ');
}

import { join } from 'node:path';
import { formatReason } from '../durable/reason.ts';
import { findHome, PEERS_VARIABLE } from '../eval/peers.ts';
import { rotate, roundToTwoDecimals, computeSpread } from '../statistics.ts';
import { toCpuFields, type Outcome, type Suite } from '../suite.ts';
import { measureStart } from './measure-start.ts';
import { startReport } from './report.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

/** The folder whose packages the programs import. */
const BENCH = join(import.meta.dirname, '..');

export const startSuite: Suite = {
  name: 'start',
  about: 'a whole process: import, one answer of a model in it, end',
  rounds: 15,
  async run(rounds, progress) {
    const gathered = new Map<string, number[]>();
    const missing = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`);
      for (const subject of rotate(SUBJECTS, round)) {
        const { name, args, peer } = subject;
        if (missing.has(name)) continue;
        const home = findFolder(subject);
        if ('unavailable' in home) {
          missing.set(name, home.unavailable);
          continue;
        }
        try {
          const cpuMs = await measureStart(args, home.path);
          gathered.set(name, [...(gathered.get(name) ?? []), cpuMs]);
        } catch (thrown) {
          if (peer === undefined) throw thrown;
          missing.set(name, formatReason(thrown));
        }
      }
    }
    return SUBJECTS.map(({ name }) => {
      const unavailable = missing.get(name);
      if (unavailable !== undefined) return { suite: 'start', name, unavailable };
      return createRow(name, gathered.get(name) ?? [], gathered.get('node') ?? []);
    });
  },
  report: startReport,
};

function findFolder({ name, peer }: Subject): { path: string } | { unavailable: string } {
  if (peer === undefined) return { path: BENCH };
  return findHome(name, process.env[PEERS_VARIABLE], peer);
}

function createRow(name: string, all: readonly number[], ofNode: readonly number[]): Outcome {
  const { best, median } = computeSpread(all);
  return {
    suite: 'start',
    name,
    cpu_ms: roundToTwoDecimals(median),
    cpu_ms_best: roundToTwoDecimals(best),
    above_node_ms: roundToTwoDecimals(median - computeSpread(ofNode).median),
    ...toCpuFields({ best: best * 1000, median: median * 1000 }),
    rounds: all.length,
  };
}

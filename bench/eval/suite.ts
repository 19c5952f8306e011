import { formatReason } from '../durable/reason.ts';
import { rotate, roundToTwoDecimals, computeSpread } from '../statistics.ts';
import { toCpuFields, type Outcome, type Row, type Suite } from '../suite.ts';
import { measureSubject, type Measured } from './measure-subject.ts';
import { findHome, PEERS_VARIABLE } from './peers.ts';
import { evalReport } from './report.ts';
import type { Subject } from './subject.ts';
import { SUBJECTS } from './subjects.ts';

/** A harness with a number of cases. */
interface Entry {
  readonly subject: Subject;
  readonly cases: number;
  readonly home?: string;
  readonly version?: string;
}

export const evalSuite: Suite = {
  name: 'eval',
  about: 'trivial cases, each answered and graded; a whole process that leaves its results on disk',
  rounds: 3,
  async run(rounds, progress) {
    if (process.platform !== 'linux') {
      throw new Error('the suite eval reads what processes cost from /proc: run it on Linux');
    }
    const missing = new Map<string, string>();
    const entries = SUBJECTS.flatMap((subject) => createEntries(subject, missing));
    const gathered = new Map<Entry, Measured[]>(entries.map((entry) => [entry, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const entry of rotate(entries, round)) {
        const { subject, cases, home } = entry;
        const name = `${subject.name}, ${cases} trials`;
        if (missing.has(name)) continue;
        progress(`round ${round + 1} of ${rounds}: ${name}`);
        try {
          gathered.get(entry)?.push(await measureSubject(subject, cases, home));
        } catch (thrown) {
          if (subject.kind === 'ours') throw thrown;
          missing.set(name, formatReason(thrown));
          progress(`${name} CANNOT BE MEASURED: ${formatReason(thrown)}`);
        }
      }
    }
    const measured = [...gathered].filter(([, all]) => all.length === rounds);
    return [
      ...measured.map(([entry, all]): Outcome => createRow(entry, all)),
      ...[...missing].map(([name, unavailable]) => ({ suite: 'eval', name, unavailable })),
    ];
  },
  report: evalReport,
};

function createEntries(subject: Subject, missing: Map<string, string>): Entry[] {
  const { name, kind, sizes } = subject;
  if (kind === 'ours') return sizes.map((cases) => ({ subject, cases }));
  const home = findHome(name, process.env[PEERS_VARIABLE]);
  if ('unavailable' in home) {
    missing.set(name, home.unavailable);
    return [];
  }
  return sizes.map((cases) => ({ subject, cases, home: home.path, version: home.version }));
}

function createRow({ cases, subject, version }: Entry, all: readonly Measured[]): Row {
  const cpu = computeSpread(all.map(({ cpuS }) => cpuS));
  const wall = computeSpread(all.map(({ seconds }) => seconds));
  return {
    suite: 'eval',
    name: subject.name,
    ...(version !== undefined && { version }),
    cases,
    ...toCpuFields(computeSpread(all.map(({ cpuS }) => (cpuS * 1e6) / cases))),
    cpu_s: roundToTwoDecimals(cpu.best),
    cpu_s_median: roundToTwoDecimals(cpu.median),
    wall_s: roundToTwoDecimals(wall.best),
    wall_s_median: roundToTwoDecimals(wall.median),
    peak_mb: Math.round(computeSpread(all.map(({ peakMb }) => peakMb)).median),
    disk_bytes: Math.round(computeSpread(all.map(({ diskBytes }) => diskBytes)).median),
    rounds: all.length,
  };
}

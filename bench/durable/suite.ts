import { rotate } from '../statistics.ts';
import type { Outcome, Progress, Suite } from '../suite.ts';
import { measureSubject, type Measured } from './measure-subject.ts';
import { formatReason } from './reason.ts';
import { durableReport } from './report.ts';
import { createRow } from './row.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

export const durableSuite: Suite = {
  name: 'durable',
  about: 'effects that survive the process, 50 to a task; every one kept before the next begins',
  rounds: 3,
  async run(rounds, progress) {
    const gathered = new Map<string, Measured[]>(SUBJECTS.map(({ name }) => [name, []]));
    const missing = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of rotate(SUBJECTS, round)) {
        const { name } = subject;
        if (missing.has(name)) continue;
        progress(`round ${round + 1} of ${rounds}: ${name}`);
        const all = gathered.get(name) ?? [];
        const measured = await tryMeasure(subject, all, progress);
        if (typeof measured === 'string') missing.set(name, measured);
        else all.push(measured);
      }
    }
    return SUBJECTS.map(({ name }): Outcome => {
      const unavailable = missing.get(name);
      if (unavailable !== undefined) return { suite: 'durable', name, unavailable };
      return createRow(name, gathered.get(name) ?? []);
    });
  },
  report: durableReport,
};

/** Measures a subject; returns the reason if another engine cannot be measured. */
async function tryMeasure(
  subject: Subject,
  earlier: readonly Measured[],
  progress: Progress,
): Promise<Measured | string> {
  // An engine that once did not recover in time is not measured again.
  const isHopeless = earlier.some(({ recovery }) => recovery && recovery.done === undefined);
  try {
    return await measureSubject(subject, !isHopeless);
  } catch (thrown) {
    if (subject.kind !== 'peer') throw thrown;
    const reason = formatReason(thrown);
    progress(`${subject.name} CANNOT BE MEASURED: ${reason}`);
    return reason;
  }
}

import { measureSubject, type Measured } from '../durable/measure-subject.ts';
import { formatReason } from '../durable/reason.ts';
import { createRow } from '../durable/row.ts';
import { startTemporalServer } from '../durable/servers/temporal.ts';
import type { Subject } from '../durable/subjects.ts';
import { rotate } from '../statistics.ts';
import type { Outcome, Suite } from '../suite.ts';
import { FLOOR, OURS, createTemporalReport } from './report.ts';

const SUBJECTS: readonly Subject[] = [
  { name: FLOOR, kind: 'floor', startServer: startTemporalServer },
  { name: OURS, kind: 'ours', startServer: startTemporalServer },
];

/**
 * Number of effects: even, because model and tool calls alternate, and small, because Temporal
 * takes tens of milliseconds for an effect.
 */
const EFFECTS = 48;

export const temporalSuite: Suite = {
  name: 'temporal',
  about: `effects on Temporal's development server, ${EFFECTS} to a task, beside bare activities`,
  rounds: 2,
  async run(rounds, progress) {
    const gathered = new Map<string, Measured[]>(SUBJECTS.map(({ name }) => [name, []]));
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const subject of rotate(SUBJECTS, round)) {
          progress(`round ${round + 1} of ${rounds}: ${subject.name}`);
          gathered.get(subject.name)?.push(await measureSubject(subject, false, EFFECTS));
        }
      }
    } catch (thrown) {
      const unavailable = formatReason(thrown);
      return SUBJECTS.map(({ name }): Outcome => ({ suite: 'temporal', name, unavailable }));
    }
    return SUBJECTS.map(({ name }) => createRow(name, gathered.get(name) ?? [], 'temporal'));
  },
  report: createTemporalReport,
};

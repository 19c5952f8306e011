import { measureSubject, type Measured } from '../durable/measure-subject.ts';
import { reasonOf } from '../durable/reason.ts';
import { rowOf } from '../durable/row.ts';
import { startTemporalServer } from '../durable/servers/temporal.ts';
import type { Subject } from '../durable/subjects.ts';
import { rotated } from '../statistics.ts';
import type { Outcome, Suite } from '../suite.ts';
import { FLOOR, OURS, temporalReport } from './report.ts';

const SUBJECTS: readonly Subject[] = [
  { name: FLOOR, kind: 'floor', startServer: startTemporalServer },
  { name: OURS, kind: 'ours', startServer: startTemporalServer },
];

/** Model and tool calls in turn, so even; Temporal takes tens of milliseconds for an effect. */
const EFFECTS = 48;

export const temporalSuite: Suite = {
  name: 'temporal',
  about: `effects on Temporal's development server, ${EFFECTS} to a task, beside bare activities`,
  rounds: 2,
  async run(rounds, progress) {
    const gathered = new Map<string, Measured[]>(SUBJECTS.map(({ name }) => [name, []]));
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const subject of rotated(SUBJECTS, round)) {
          progress(`round ${round + 1} of ${rounds}: ${subject.name}`);
          gathered.get(subject.name)?.push(await measureSubject(subject, false, EFFECTS));
        }
      }
    } catch (thrown) {
      const unavailable = reasonOf(thrown);
      return SUBJECTS.map(({ name }): Outcome => ({ suite: 'temporal', name, unavailable }));
    }
    return SUBJECTS.map(({ name }) => rowOf(name, gathered.get(name) ?? [], 'temporal'));
  },
  report: temporalReport,
};

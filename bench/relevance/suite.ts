import { rotate, roundToTwoDecimals, computeSpread } from '../statistics.ts';
import { toCpuFields, type Row, type Suite } from '../suite.ts';
import {
  measureCostAtThousand,
  measureCost,
  measureQuality,
  type Cost,
  type Quality,
} from './measure.ts';
import type { QuestionSet } from './question-set.ts';
import { readData } from './read-data.ts';
import { relevanceReport } from './report.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

/** A subject with a set, and its results. */
interface Entry {
  readonly subject: Subject;
  readonly set: QuestionSet;
  readonly quality: Quality;
  readonly costs: Cost[];
}

export const relevanceSuite: Suite = {
  name: 'relevance',
  about: 'a question of a person, to which tools are found',
  rounds: 3,
  needsData: true,
  async run(rounds, progress, data) {
    const sets = readData(data);
    const entries = SUBJECTS.flatMap((subject) =>
      sets.map((set): Entry => {
        progress(`${subject.name} on ${set.name}`);
        const quality = measureQuality(subject.prepare(set.tools), set.questions);
        return { subject, set, quality, costs: [] };
      }),
    );
    const atThousand = new Map(SUBJECTS.map((subject): [Subject, number[]] => [subject, []]));
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`);
      for (const { subject, set, costs } of rotate(entries, round)) {
        costs.push(measureCost(subject.prepare(set.tools), set.questions));
      }
      for (const [subject, all] of atThousand) all.push(measureCostAtThousand(subject, sets).ms);
    }
    return entries.map((entry) => createRow(entry, atThousand.get(entry.subject) ?? []));
  },
  report: relevanceReport,
};

function createRow({ subject, set, quality, costs }: Entry, atThousand: readonly number[]): Row {
  return {
    suite: 'relevance',
    name: subject.name,
    set: set.name,
    questions: set.questions.length,
    hit_1: roundToTwoDecimals(quality.hit_1),
    recall_5: roundToTwoDecimals(quality.recall_5),
    recall_10: roundToTwoDecimals(quality.recall_10),
    ms: roundToTwoDecimals(computeSpread(costs.map(({ ms }) => ms)).best),
    ms_at_1000: roundToTwoDecimals(computeSpread(atThousand).best),
    ...toCpuFields(computeSpread(costs.map(({ cpuUs }) => cpuUs))),
    rounds: costs.length,
  };
}

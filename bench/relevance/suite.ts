import { rotated, rounded, spreadOf } from '../statistics.ts';
import { cpuOf, type Row, type Suite } from '../suite.ts';
import { costAtThousand, costOf, qualityOf, type Cost, type Quality } from './measure.ts';
import type { QuestionSet } from './question-set.ts';
import { readData } from './read-data.ts';
import { relevanceReport } from './report.ts';
import { SUBJECTS, type Subject } from './subjects.ts';

/** The result of a subject on a set of questions. */
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
        const quality = qualityOf(subject.prepare(set.tools), set.questions);
        return { subject, set, quality, costs: [] };
      }),
    );
    const atThousand = new Map(SUBJECTS.map((subject): [Subject, number[]] => [subject, []]));
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`);
      for (const { subject, set, costs } of rotated(entries, round)) {
        costs.push(costOf(subject.prepare(set.tools), set.questions));
      }
      for (const [subject, all] of atThousand) all.push(costAtThousand(subject, sets).ms);
    }
    return entries.map((entry) => rowOf(entry, atThousand.get(entry.subject) ?? []));
  },
  report: relevanceReport,
};

function rowOf({ subject, set, quality, costs }: Entry, atThousand: readonly number[]): Row {
  return {
    suite: 'relevance',
    name: subject.name,
    set: set.name,
    questions: set.questions.length,
    hit_1: rounded(quality.hit_1),
    recall_5: rounded(quality.recall_5),
    recall_10: rounded(quality.recall_10),
    ms: rounded(spreadOf(costs.map(({ ms }) => ms)).best),
    ms_at_1000: rounded(spreadOf(atThousand).best),
    ...cpuOf(spreadOf(costs.map(({ cpuUs }) => cpuUs))),
    rounds: costs.length,
  };
}

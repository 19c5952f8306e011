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
import { measureChoice, type ChoiceQuality, type OwnFolder } from './own-folder.ts';
import { readAllData } from './read-data.ts';
import { relevanceReport } from './report.ts';
import { createEmbedderSubject, SUBJECTS, type Subject } from './subjects.ts';
import { embedSets, type Vectors } from './vectors.ts';

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
  async run(rounds, progress, { data } = {}) {
    const { sets: published, own } = readAllData(data);
    const sets = own ? [...published, own.set] : published;
    const vectors = await embedSets(sets, own?.smallTalk ?? [], progress);
    const missing = typeof vectors === 'string' ? vectors : undefined;
    const found = typeof vectors === 'string' ? undefined : vectors;
    const subjects = [...SUBJECTS, ...(found ? [createEmbedderSubject(found)] : [])];
    const entries = subjects.flatMap((subject) =>
      sets.map((set): Entry => {
        progress(`${subject.name} on ${set.name}`);
        const quality = measureQuality(subject.prepare(set.tools), set.questions);
        return { subject, set, quality, costs: [] };
      }),
    );
    const atThousand = new Map(subjects.map((subject): [Subject, number[]] => [subject, []]));
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`);
      for (const { subject, set, costs } of rotate(entries, round)) {
        const cost = measureCost(subject.prepare(set.tools), set.questions);
        costs.push(isWithVectors(subject) ? addCosts(cost, found?.costOf.get(set)) : cost);
      }
      for (const [subject, all] of atThousand)
        all.push(measureCostAtThousand(subject, published).ms);
    }
    const rows = entries.map((entry) => ({
      ...createRow(entry, atThousand.get(entry.subject) ?? []),
      ...(own && entry.set === own.set && measureOwn(entry.subject, own, found)),
    }));
    const without = { suite: 'relevance', name: 'timestep-embedder' };
    return missing === undefined ? rows : [...rows, { ...without, unavailable: missing }];
  },
  report: relevanceReport,
};

function isWithVectors({ name }: Subject): boolean {
  return name === 'timestep-embedder';
}

function addCosts(one: Cost, other: Cost | undefined): Cost {
  return { ms: one.ms + (other?.ms ?? 0), cpuUs: one.cpuUs + (other?.cpuUs ?? 0) };
}

/** What Timestep chooses of the rules of a folder; other products have no choice that may be empty. */
function measureOwn(
  subject: Subject,
  own: OwnFolder,
  vectors: Vectors | undefined,
): Partial<ChoiceQuality> {
  if (subject.name === 'timestep') return measureChoice(own);
  return isWithVectors(subject) ? measureChoice(own, vectors) : {};
}

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

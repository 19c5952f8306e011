import type { Question, QuestionSet } from './question-set.ts';
import type { Find, Subject } from './subjects.ts';

/** The quality of the answers in percent. */
export interface Quality {
  /** Percentage of questions whose first tool is a correct one. */
  readonly hit_1: number;
  /** Share of the correct tools among the first five, and ten. */
  readonly recall_5: number;
  readonly recall_10: number;
}

/** The cost of one question with an existing index. */
export interface Cost {
  readonly ms: number;
  readonly cpuUs: number;
}

export function measureQuality(find: Find, questions: readonly Question[]): Quality {
  const answers = questions.map(({ text, wanted }) => ({ wanted, found: find(text) }));
  const percent = (shares: readonly number[]): number =>
    (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
  const recall = (count: number): number =>
    percent(
      answers.map(({ wanted, found }) => {
        const first = new Set(found.slice(0, count));
        return wanted.filter((name) => first.has(name)).length / wanted.length;
      }),
    );
  const hits = answers.map(({ wanted, found: [first = ''] }) => (wanted.includes(first) ? 1 : 0));
  return { hit_1: percent(hits), recall_5: recall(5), recall_10: recall(10) };
}

export function measureCost(find: Find, questions: readonly Question[]): Cost {
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  for (const { text } of questions) find(text);
  const ms = (performance.now() - begun) / questions.length;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, cpuUs: (user + system) / questions.length };
}

const THOUSAND = 1000;
const QUESTIONS_TO_THOUSAND = 200;

/** Measures the cost of a question with a thousand tools, taken from all sets. */
export function measureCostAtThousand(subject: Subject, sets: readonly QuestionSet[]): Cost {
  const pools = [...new Set(sets.map(({ tools }) => tools))].toReversed();
  const find = subject.prepare(pools.flat().slice(0, THOUSAND));
  const questions = sets.flatMap((set) => set.questions.slice(0, QUESTIONS_TO_THOUSAND));
  measureCost(find, questions.slice(0, QUESTIONS_TO_THOUSAND));
  return measureCost(find, questions);
}

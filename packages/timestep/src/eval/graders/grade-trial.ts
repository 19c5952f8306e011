import type { Grade, Grader, TrialEvidence } from '../grader.ts';
import type { Verdict } from '../trial.ts';
import { vacuousGrades } from './vacuous-grades.ts';

/** What the graders say of one trial. */
export interface Graded {
  readonly grades: readonly Grade[];
  readonly verdict: Verdict;
  /** Mean of the scores that count, from 0 to 1. */
  readonly score: number;
}

/**
 * Grades a trial. A trial does not pass without a final answer, nor where no grader judged it or read
 * what its task expects: that adds a grade which says so. It never rejects: a grader that breaks is a grade with an error, and an agent or a
 * grader that broke makes the verdict `error`, since nothing is known of what would have been.
 */
export async function gradeTrial(
  graders: readonly Grader[],
  evidence: TrialEvidence,
): Promise<Graded> {
  const { task, info } = evidence;
  const grades = await Promise.all(
    graders.map(async (grader): Promise<Grade> => {
      try {
        return clamped(await grader.grade(evidence));
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown.message : String(thrown);
        return { name: grader.name, passed: false, score: 0, details: {}, error };
      }
    }),
  );
  const isBroken = info.terminated_reason === 'error';
  const all = isBroken ? grades : [...grades, ...vacuousGrades({ graders, grades, task, info })];
  return { grades: all, ...verdictOf(all, isBroken) };
}

/** What grades come to; where none counts, nothing was shown, which is no pass. */
export function verdictOf(
  grades: readonly Grade[],
  agentBroke: boolean,
): Pick<Graded, 'verdict' | 'score'> {
  const counting = grades.filter(({ skipped, error }) => !skipped && error === undefined);
  const sum = counting.reduce((total, { score }) => total + score, 0);
  const score = counting.length === 0 ? 0 : sum / counting.length;
  if (agentBroke || grades.some(({ error }) => error !== undefined)) {
    return { verdict: 'error', score: agentBroke ? 0 : score };
  }
  const isPassed = counting.length > 0 && counting.every(({ passed }) => passed);
  return { verdict: isPassed ? 'passed' : 'failed', score };
}

function clamped(grade: Grade): Grade {
  const score = Number.isFinite(grade.score) ? Math.min(1, Math.max(0, grade.score)) : 0;
  return score === grade.score ? grade : { ...grade, score };
}

import type { Grade, Grader, TrialEvidence } from '../grader.ts';
import type { Verdict } from '../trial.ts';
import { vacuousGrades } from './vacuous-grades.ts';

/** The grades of one trial, and what follows from them. */
export interface Graded {
  readonly grades: readonly Grade[];
  readonly verdict: Verdict;
  /** Mean of the scores that count, from 0 to 1. */
  readonly score: number;
}

/**
 * Grades a trial. A trial does not pass without a final answer, nor where no grader judged it or
 * read what its task expects; an added grade then says so. The function never rejects: a grader
 * that breaks becomes a grade with an error, and the verdict is `error` where an agent or a grader
 * broke, because the result without that failure is not known.
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

/** The verdict of grades; where no grade counts, nothing was shown, so the trial does not pass. */
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

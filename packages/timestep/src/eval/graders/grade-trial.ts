import { getErrorMessage } from '../eval-error.ts';
import type { Grade, Grader, TrialEvidence } from '../grader.ts';
import type { Verdict } from '../trial.ts';
import { createMissingCheckFailures } from './vacuous-grades.ts';

/** Grades of one trial with the resulting verdict and score. */
export interface GradedTrial {
  readonly grades: readonly Grade[];
  readonly verdict: Verdict;
  /** Mean of all scores that count, from 0 to 1. */
  readonly score: number;
}

/**
 * Grades a trial. Grader errors, unread expectations and a missing answer become grades of their
 * own.
 */
export async function gradeTrial(
  graders: readonly Grader[],
  evidence: TrialEvidence,
): Promise<GradedTrial> {
  const grades = await Promise.all(
    graders.map(async (grader): Promise<Grade> => {
      try {
        return requireScore(await grader.grade(evidence));
      } catch (thrown) {
        const error = getErrorMessage(thrown);
        return { name: grader.name, passed: false, score: 0, details: {}, error };
      }
    }),
  );
  const isBroken = evidence.info.terminated_reason === 'error';
  const all = isBroken
    ? grades
    : [...grades, ...createMissingCheckFailures(graders, grades, evidence)];
  return { grades: all, ...combineGrades(all, isBroken) };
}

/** Combines grades. A trial fails if no grade counts, because then nothing was checked. */
export function combineGrades(
  grades: readonly Grade[],
  hasAgentError: boolean,
): Pick<GradedTrial, 'verdict' | 'score'> {
  const counting = grades.filter(({ skipped, error }) => !skipped && error === undefined);
  const sum = counting.reduce((total, { score }) => total + score, 0);
  const score = counting.length === 0 ? 0 : sum / counting.length;
  if (hasAgentError || grades.some(({ error }) => error !== undefined)) {
    return { verdict: 'error', score: hasAgentError ? 0 : score };
  }
  const isPassed = counting.length > 0 && counting.every(({ passed }) => passed);
  return { verdict: isPassed ? 'passed' : 'failed', score };
}

/** Throws if a score is not a number from 0 to 1, because it would distort the mean of the run. */
function requireScore(grade: Grade): Grade {
  const { score } = grade;
  if (typeof score === 'number' && score >= 0 && score <= 1) return grade;
  throw new Error(`the grader gave the score ${String(score)}: a score is a number from 0 to 1`);
}

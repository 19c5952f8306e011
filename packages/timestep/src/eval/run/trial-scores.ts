import type { TrialGrade } from '../../trace/index.ts';
import type { Grade } from '../grader.ts';

/** The grades that say something about a trial, as its trace has them. */
export function scoresOf(grades: readonly Grade[]): readonly TrialGrade[] {
  return grades
    .filter(({ skipped, error }) => !skipped && error === undefined)
    .map(({ name, score, passed, details }) => {
      return { name, score, passed, reason: JSON.stringify(details) };
    });
}

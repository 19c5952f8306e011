import type { TrialGrade } from '../../protocols/trace/index.ts';
import type { Grade } from '../grader.ts';

/** Converts the grades that count to the form that traces use. */
export function gradesToScores(grades: readonly Grade[]): readonly TrialGrade[] {
  return grades
    .filter(({ skipped, error }) => !skipped && error === undefined)
    .map(({ name, score, passed, details }) => {
      return { name, score, passed, reason: JSON.stringify(details) };
    });
}

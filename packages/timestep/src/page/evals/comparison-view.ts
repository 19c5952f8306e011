import type { Comparison, TaskChange } from '../../eval/index.ts';
import type { EvalChange, EvalComparison, EvalRunSummary } from '../../view/index.ts';

/** A comparison as its own view shows it. */
export function comparisonView(
  { p_value, regressions, improvements, ...found }: Comparison,
  [before, after]: readonly [before: EvalRunSummary, after: EvalRunSummary],
): EvalComparison {
  return {
    ...found,
    pValue: p_value,
    regressions: regressions.map(change),
    improvements: improvements.map(change),
    before,
    after,
  };
}

function change({ task_id, before, after }: TaskChange): EvalChange {
  return { taskId: task_id, before, after };
}

import type { Comparison, TaskChange } from '../../../eval/index.ts';
import type { EvalChange, EvalComparison, EvalRunSummary } from '../../view/index.ts';

export function toEvalComparison(
  { p_value, regressions, improvements, ...found }: Comparison,
  [before, after]: readonly [before: EvalRunSummary, after: EvalRunSummary],
): EvalComparison {
  return {
    ...found,
    pValue: p_value,
    regressions: regressions.map(toEvalChange),
    improvements: improvements.map(toEvalChange),
    before,
    after,
  };
}

function toEvalChange({ task_id, before, after }: TaskChange): EvalChange {
  return { taskId: task_id, before, after };
}

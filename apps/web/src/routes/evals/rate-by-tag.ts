import type { EvalTaskSummary } from '@timestep-ai/timestep/view';

/** Results of the tasks that have one tag. */
export interface TagRate {
  readonly tag: string;
  readonly tasks: number;
  readonly passed: number;
  /** Trials that passed or failed; those with errors count as neither. */
  readonly judged: number;
  /** Share of passed trials; `null` if no trial was judged. */
  readonly rate: number | null;
}

/** Adds up the trials of each tag, the lowest rate first. A task with several tags counts for each. */
export function computePassRatesByTag(
  tasks: readonly Pick<EvalTaskSummary, 'tags' | 'passed' | 'failed'>[],
): readonly TagRate[] {
  const tags = [...new Set(tasks.flatMap((task) => task.tags))];
  return tags
    .map((tag) => {
      const its = tasks.filter((task) => task.tags.includes(tag));
      const passed = its.reduce((sum, task) => sum + task.passed, 0);
      const judged = its.reduce((sum, task) => sum + task.passed + task.failed, 0);
      return {
        tag,
        tasks: its.length,
        passed,
        judged,
        rate: judged === 0 ? null : passed / judged,
      };
    })
    .toSorted(
      (one, other) => (one.rate ?? 2) - (other.rate ?? 2) || (one.tag < other.tag ? -1 : 1),
    );
}

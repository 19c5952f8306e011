import type { ReportRun } from '@timestep-ai/timestep/view';

/** Returns the position of a trial in the report file. Undefined if the run has no such trial. */
export function findTrialPosition(
  { view, details }: ReportRun,
  taskId: string,
  trial: number,
): number | undefined {
  const at = view.tasks.findIndex(({ id }) => id.toWellFormed() === taskId);
  const index = view.tasks[at]?.trials.findIndex((line) => line.trial === trial) ?? -1;
  return details[at]?.[index];
}

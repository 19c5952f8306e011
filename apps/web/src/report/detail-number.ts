import type { ReportRun } from '@timestep-ai/timestep/view';

/** The number of a trial's detail; `undefined` where the run has no such trial. */
export function detailNumber(
  { view, details }: ReportRun,
  taskId: string,
  trial: number,
): number | undefined {
  const at = view.tasks.findIndex(({ id }) => id.toWellFormed() === taskId);
  const place = view.tasks[at]?.trials.findIndex((line) => line.trial === trial) ?? -1;
  return details[at]?.[place];
}

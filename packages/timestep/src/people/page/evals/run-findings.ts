import {
  calculatePassPoints,
  createReport,
  listFailures,
  type RecordedRun,
  type TaskTags,
} from '#eval';
import type { RunFindings } from './to-eval-run.ts';

export function computeRunFindings({ meta, rows }: RecordedRun, tags: TaskTags): RunFindings {
  const report = createReport(meta, rows);
  const failingIn: RunFindings['failingIn'] = (row) => listFailures(row).map(({ name }) => name);
  return { report, passes: calculatePassPoints(report), failingIn, tags };
}

import {
  failuresIn,
  passPoints,
  reportOf,
  type RecordedRun,
  type TaskTags,
} from '../../eval/index.ts';
import type { RunFindings } from './run-view.ts';

/** What the view of a run says beside its rows. */
export function findingsOf({ meta, rows }: RecordedRun, tags: TaskTags): RunFindings {
  const report = reportOf(meta, rows);
  const failingIn: RunFindings['failingIn'] = (row) => failuresIn(row).map(({ name }) => name);
  return { report, passes: passPoints(report), failingIn, tags };
}

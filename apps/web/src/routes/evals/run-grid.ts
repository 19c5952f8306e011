import type {
  EvalComparison,
  EvalRunView,
  EvalTaskSummary,
  EvalTrialSummary,
} from '@timestep-ai/timestep/view';
import { formatDollars, formatPercent } from '../../components/values/formats.ts';
import type { GridCell, GridRow, TrialRef } from '../../components/trials/trial-grid.tsx';
import type { Outcome } from '../../components/values/state-label.tsx';
import type { TrialSearch } from './trial-search.ts';

const MAX_REASON_LENGTH = 160;

export function buildRunRows({ tasks }: EvalRunView): readonly GridRow[] {
  return tasks.map((task) => ({
    id: replaceLoneSurrogates(task),
    tags: task.tags,
    figures: [
      `${task.passed} of ${task.passed + task.failed} passed`,
      ...(task.errors > 0 ? [`${task.errors} errored`] : []),
      ...(task.meanScore === null ? [] : [`score ${task.meanScore.toFixed(2)}`]),
      `cost ${formatDollars(task.costUsd)}`,
    ].join(', '),
    why: describeMainFailure(task),
    cells: task.trials.map(({ trial, verdict, failing }) => ({ trial, outcome: verdict, failing })),
  }));
}

/** Replaces lone surrogates in a task id, which a URL cannot hold; the server does the same. */
function replaceLoneSurrogates({ id }: { readonly id: string }): string {
  return id.toWellFormed();
}

function describeMainFailure({ failing: [first] }: EvalTaskSummary): string {
  if (!first) return '';
  const line = first.reason.slice(0, 2 * MAX_REASON_LENGTH).replaceAll(/\s+/g, ' ');
  return `${first.name} ${first.times}×: ${line.slice(0, MAX_REASON_LENGTH)}`;
}

/** Lists tasks that became worse, then better, then the rest. */
export function buildComparisonRows(
  before: EvalRunView,
  after: EvalRunView,
  { regressions, improvements }: Pick<EvalComparison, 'regressions' | 'improvements'>,
): readonly GridRow[] {
  const [was, is] = [before, after].map(
    ({ tasks }) => new Map(tasks.map((task) => [replaceLoneSurrogates(task), task])),
  );
  const worse = regressions.map(({ taskId }) => taskId.toWellFormed());
  const better = improvements.map(({ taskId }) => taskId.toWellFormed());
  const all = new Set([...after.tasks, ...before.tasks].map(replaceLoneSurrogates));
  const same = all.difference(new Set([...worse, ...better]));
  const groups = { Worse: worse, Better: better, 'No difference': [...same] };
  return Object.entries(groups).flatMap(([group, ids]) =>
    ids.map((id, at): GridRow => {
      const pair = [was?.get(id), is?.get(id)] as const;
      const reported = pair[1] ?? pair[0];
      return {
        id,
        ...(at === 0 && { group }),
        tags: reported?.tags ?? [],
        figures: pair.map(formatPassShare).join(' → '),
        why: reported ? describeMainFailure(reported) : '',
        cells: buildPairCells(...pair),
      };
    }),
  );
}

function formatPassShare(task: EvalTaskSummary | undefined): string {
  const judged = task ? task.passed + task.failed : 0;
  return formatPercent(task && judged > 0 ? task.passed / judged : null);
}

function buildPairCells(
  before: EvalTaskSummary | undefined,
  after: EvalTaskSummary | undefined,
): readonly GridCell[] {
  const [was, is] = [before, after].map(
    (task) => new Map(task?.trials.map((line) => [line.trial, line])),
  );
  const numbers = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((trial) => {
      const [first, second] = [was?.get(trial), is?.get(trial)];
      const { failing = [] } = second ?? first ?? {};
      return { trial, outcome: compareTrials(first, second), failing };
    });
}

function compareTrials(
  before: EvalTrialSummary | undefined,
  after: EvalTrialSummary | undefined,
): Outcome {
  if (!before || !after || before.verdict === 'error' || after.verdict === 'error')
    return 'unpaired';
  if (before.verdict === after.verdict) return after.verdict;
  return after.verdict === 'passed' ? 'better' : 'worse';
}

export type FilterChoices = ReturnType<typeof collectFilterChoices>;

export function collectFilterChoices(rows: readonly GridRow[]) {
  const cells = rows.flatMap((row) => row.cells);
  return {
    outcomes: [...new Set(cells.map(({ outcome }) => outcome))].toSorted(),
    graders: [...new Set(cells.flatMap(({ failing }) => failing))],
    tags: [...new Set(rows.flatMap(({ tags }) => tags))],
  };
}

/** Filters the rows of a trial grid. Omits tasks without a matching trial. */
export function filterRows(
  rows: readonly GridRow[],
  { text = '', outcome, grader, tag }: TrialSearch,
): readonly GridRow[] {
  const words = text.toLowerCase().split(/\s+/);
  const isAsked = (cell: GridCell): boolean =>
    (outcome === undefined || cell.outcome === outcome) &&
    (grader === undefined || cell.failing.includes(grader));
  let group: string | undefined;
  return rows.flatMap((row) => {
    group = row.group ?? group;
    const id = row.id.toLowerCase();
    if (tag !== undefined && !row.tags.includes(tag)) return [];
    if (!words.every((word) => id.includes(word))) return [];
    const cells = row.cells.filter(isAsked);
    if (cells.length === 0) return [];
    // The group heading moves to the first remaining row of the group.
    const heading = group;
    group = undefined;
    // An unchanged row stays the same object, so that it does not render again.
    if (cells.length === row.cells.length && heading === row.group) return [row];
    const { group: _group, ...rest } = row;
    return [{ ...rest, ...(heading !== undefined && { group: heading }), cells }];
  });
}

export function findNeighborTrial(
  rows: readonly GridRow[],
  open: TrialRef,
  step: 1 | -1,
): TrialRef | undefined {
  const all = rows.flatMap(({ id, cells }) => cells.map(({ trial }) => ({ task: id, trial })));
  const at = all.findIndex(({ task, trial }) => task === open.task && trial === open.trial);
  return at === -1 ? undefined : all[at + step];
}

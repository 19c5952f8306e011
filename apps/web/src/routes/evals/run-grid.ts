import type { EvalComparison, EvalRunView, EvalTaskLine } from 'timestep/view';
import { dollarsText, percentText } from '../../components/eval-text.ts';
import type { GridRow } from '../../components/trial-grid.tsx';
import type { Outcome } from '../../components/verdict-badge.tsx';
import type { TrialSearch } from './trial-search.ts';

const MOST_REASON = 160;

/** The tasks of a run for the grid, the worst first. */
export function runRows({ tasks }: EvalRunView): readonly GridRow[] {
  return tasks.map((task) => ({
    id: idOf(task),
    figures: [
      `${task.passed} of ${task.passed + task.failed} passed`,
      ...(task.errors > 0 ? [`${task.errors} broke`] : []),
      ...(task.meanScore === null ? [] : [`score ${task.meanScore.toFixed(2)}`]),
      `cost ${dollarsText(task.costUsd)}`,
    ].join(', '),
    why: whyOf(task),
    cells: task.trials.map(({ trial, verdict }) => ({ trial, outcome: verdict })),
  }));
}

/** Some ids cannot stand in an address; the server knows them by the same form. */
function idOf({ id }: { readonly id: string }): string {
  return id.toWellFormed();
}

/** What failed a task most often, with the reason of the first failure. */
function whyOf({ failing: [first] }: EvalTaskLine): string {
  if (!first) return '';
  const line = first.reason.slice(0, 2 * MOST_REASON).replaceAll(/\s+/g, ' ');
  return `${first.name} ${first.times}×: ${line.slice(0, MOST_REASON)}`;
}

/** The tasks of two runs for the grid: what became worse, what became better, then the rest. */
export function comparisonRows(
  before: EvalRunView,
  after: EvalRunView,
  { regressions, improvements }: Pick<EvalComparison, 'regressions' | 'improvements'>,
): readonly GridRow[] {
  const [was, is] = [before, after].map(
    ({ tasks }) => new Map(tasks.map((task) => [idOf(task), task])),
  );
  const changed = [...regressions, ...improvements].map(({ taskId }) => taskId.toWellFormed());
  const all = new Set([...after.tasks, ...before.tasks].map(idOf));
  const groups = [
    ['Worse', regressions.map(({ taskId }) => taskId.toWellFormed())],
    ['Better', improvements.map(({ taskId }) => taskId.toWellFormed())],
    ['No difference', [...all.difference(new Set(changed))]],
  ] as const;
  return groups.flatMap(([group, ids]) =>
    ids.map((id, at): GridRow => {
      const pair = [was?.get(id), is?.get(id)] as const;
      const reported = pair[1] ?? pair[0];
      return {
        id,
        ...(at === 0 && { group }),
        figures: pair.map(shareText).join(' → '),
        why: reported ? whyOf(reported) : '',
        cells: pairCells(...pair),
      };
    }),
  );
}

function shareText(task: EvalTaskLine | undefined): string {
  const judged = task ? task.passed + task.failed : 0;
  return percentText(task && judged > 0 ? task.passed / judged : null);
}

function pairCells(
  before: EvalTaskLine | undefined,
  after: EvalTaskLine | undefined,
): GridRow['cells'] {
  const [was, is] = [before, after].map(
    (task) => new Map(task?.trials.map(({ trial, verdict }) => [trial, verdict])),
  );
  const numbers = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((trial) => ({ trial, outcome: changeOf(was?.get(trial), is?.get(trial)) }));
}

function changeOf(was: Outcome | undefined, is: Outcome | undefined): Outcome {
  if (!was || !is || was === 'error' || is === 'error') return 'unpaired';
  if (was === is) return is;
  return is === 'passed' ? 'better' : 'worse';
}

/** The rows and trials that are asked for; a task without such a trial is left out. */
export function selectedRows(
  rows: readonly GridRow[],
  { text = '', outcome }: TrialSearch,
): readonly GridRow[] {
  const words = text.toLowerCase().split(/\s+/);
  let group: string | undefined;
  return rows.flatMap((row) => {
    group = row.group ?? group;
    const id = row.id.toLowerCase();
    const cells = row.cells.filter((cell) => outcome === undefined || cell.outcome === outcome);
    if (cells.length === 0 || !words.every((word) => id.includes(word))) return [];
    const { group: _group, ...rest } = row;
    const shown = { ...rest, ...(group !== undefined && { group }), cells };
    // A heading stands above the first row of its group that is left.
    group = undefined;
    return [shown];
  });
}

/** The trial after or before another one among those that are shown. */
export function neighbourOf(
  rows: readonly GridRow[],
  open: { readonly task: string; readonly trial: number },
  step: 1 | -1,
): { readonly task: string; readonly trial: number } | undefined {
  const all = rows.flatMap(({ id, cells }) => cells.map(({ trial }) => ({ task: id, trial })));
  const at = all.findIndex(({ task, trial }) => task === open.task && trial === open.trial);
  return at === -1 ? undefined : all[at + step];
}

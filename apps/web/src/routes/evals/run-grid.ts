import type {
  EvalComparison,
  EvalRunView,
  EvalTaskLine,
  EvalTrialLine,
} from '@timestep-ai/timestep/view';
import { dollarsText, percentText } from '../../components/eval-text.ts';
import type { GridCell, GridRow, TrialPlace } from '../../components/trial-grid.tsx';
import type { Outcome } from '../../components/verdict-badge.tsx';
import type { TrialSearch } from './trial-search.ts';

const MOST_REASON = 160;

/** The tasks of a run for the grid, the worst first. */
export function runRows({ tasks }: EvalRunView): readonly GridRow[] {
  return tasks.map((task) => ({
    id: idOf(task),
    tags: task.tags,
    figures: [
      `${task.passed} of ${task.passed + task.failed} passed`,
      ...(task.errors > 0 ? [`${task.errors} broke`] : []),
      ...(task.meanScore === null ? [] : [`score ${task.meanScore.toFixed(2)}`]),
      `cost ${dollarsText(task.costUsd)}`,
    ].join(', '),
    why: whyOf(task),
    cells: task.trials.map(({ trial, verdict, failing }) => ({ trial, outcome: verdict, failing })),
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
        tags: reported?.tags ?? [],
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
      return { trial, outcome: changeOf(first, second), failing };
    });
}

function changeOf(was: EvalTrialLine | undefined, is: EvalTrialLine | undefined): Outcome {
  if (!was || !is || was.verdict === 'error' || is.verdict === 'error') return 'unpaired';
  if (was.verdict === is.verdict) return is.verdict;
  return is.verdict === 'passed' ? 'better' : 'worse';
}

/** What there is to choose from among rows. */
export interface Choices {
  readonly outcomes: readonly Outcome[];
  readonly graders: readonly string[];
  readonly tags: readonly string[];
}

export function choicesIn(rows: readonly GridRow[]): Choices {
  const cells = rows.flatMap((row) => row.cells);
  return {
    outcomes: [...new Set(cells.map(({ outcome }) => outcome))].toSorted(),
    graders: [...new Set(cells.flatMap(({ failing }) => failing))],
    tags: [...new Set(rows.flatMap(({ tags }) => tags))],
  };
}

/** The rows and trials that are asked for; a task without such a trial is left out. */
export function selectedRows(
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
    // A heading stands above the first row of its group that is left.
    const heading = group;
    group = undefined;
    // A row that stays as it is need not be drawn again.
    if (cells.length === row.cells.length && heading === row.group) return [row];
    const { group: _group, ...rest } = row;
    return [{ ...rest, ...(heading !== undefined && { group: heading }), cells }];
  });
}

/** The trial after or before another one among those that are shown. */
export function neighbourOf(
  rows: readonly GridRow[],
  open: TrialPlace,
  step: 1 | -1,
): TrialPlace | undefined {
  const all = rows.flatMap(({ id, cells }) => cells.map(({ trial }) => ({ task: id, trial })));
  const at = all.findIndex(({ task, trial }) => task === open.task && trial === open.trial);
  return at === -1 ? undefined : all[at + step];
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EvalComparison, EvalRunSummary, EvalRunView } from 'timestep/view';
import { DifferencePlot } from '../../components/difference-plot.tsx';
import { dollarsText, percentText, pointsText, withinText } from '../../components/eval-text.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { FigureList, type Figure } from '../../components/figure-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { comparisonRows } from './run-grid.ts';
import { TrialBrowser } from './trial-browser.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { useComparison, useRunView } from './use-evals.ts';

const route = getRouteApi('/evals/$run/against/$before');

/** Two runs of the same tasks: whether they differ, in what, and their trials side by side. */
export function ComparisonPage() {
  const { run, before } = route.useParams();
  const comparison = useComparison(before, run);
  const [was, is] = [useRunView(before), useRunView(run)];
  const error = comparison.error ?? was.error ?? is.error;
  return (
    <div className="p-4">
      <Link to="/evals/$run" params={{ run }} className="text-sm text-accent underline">
        The run
      </Link>
      <h1 className="mt-1 text-xl font-semibold">
        <bdi>{run}</bdi> against <bdi>{before}</bdi>
      </h1>
      {error && <FailureNotice message={error.message} onRetry={() => void comparison.refetch()} />}
      {!error && !(comparison.data && was.view && is.view) && (
        <p className="text-muted">Comparing…</p>
      )}
      {comparison.data && was.view && is.view && (
        <Panel>
          <Shown comparison={comparison.data} before={was.view} after={is.view} />
        </Panel>
      )}
    </div>
  );
}

const VERDICTS: Readonly<Record<EvalComparison['verdict'], string>> = {
  regression: 'Worse: a difference that chance alone hardly makes',
  improvement: 'Better: a difference that chance alone hardly makes',
  'no-difference': 'No difference that chance alone would not make',
  'too-few-tasks': 'Too few tasks to show a difference',
  broken: 'Too many trials broke or are missing to say more',
};

function Shown({
  comparison,
  before,
  after,
}: {
  readonly comparison: EvalComparison;
  readonly before: EvalRunView;
  readonly after: EvalRunView;
}) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const rows = useMemo(
    () => comparisonRows(before, after, comparison),
    [before, after, comparison],
  );
  return (
    <>
      <p className="mt-2 font-semibold">{VERDICTS[comparison.verdict]}</p>
      <div className="mt-2">
        <FigureList figures={figuresOf(comparison)} />
      </div>
      <DifferencePlot difference={comparison.difference} interval={comparison.interval} />
      <RunTable runs={[comparison.before, comparison.after]} />
      <h2 className="mt-4 mb-2 font-semibold">Tasks and pairs of trials</h2>
      <TrialBrowser
        rows={rows}
        search={search}
        outcomes={['worse', 'better', 'passed', 'failed', 'unpaired']}
        onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      >
        {(task, trial) => (
          <div className="flex flex-wrap gap-6">
            <TrialPanel run={before.name} task={task} trial={trial} label="Before" />
            <TrialPanel run={after.name} task={task} trial={trial} label="After" />
          </div>
        )}
      </TrialBrowser>
    </>
  );
}

function figuresOf(comparison: EvalComparison): Figure[] {
  const { tasks, pairs, better, worse, difference, interval, pValue } = comparison;
  const within = interval
    ? `95 %: ${pointsText(interval.low)} to ${pointsText(interval.high)}`
    : '';
  return [
    { name: 'Difference', value: `${pointsText(difference)} points`, note: within },
    {
      name: 'p',
      value: pValue < 0.0001 ? '< 0.0001' : pValue.toFixed(4),
      note: `sign flips of ${tasks.toLocaleString('en')} tasks`,
    },
    { name: 'Pairs', value: pairs.toLocaleString('en'), note: 'that broke in neither' },
    { name: 'Trials worse', value: worse.toLocaleString('en') },
    { name: 'Trials better', value: better.toLocaleString('en') },
    { name: 'Tasks worse', value: comparison.regressions.length.toLocaleString('en') },
    { name: 'Tasks better', value: comparison.improvements.length.toLocaleString('en') },
  ];
}

function RunTable({ runs }: { readonly runs: readonly EvalRunSummary[] }) {
  const rows: readonly (readonly [string, (run: EvalRunSummary) => string])[] = [
    ['Run', ({ name }) => name],
    ['Agent', ({ agent }) => agent],
    ['Pass rate', ({ passRate }) => percentText(passRate?.mean)],
    ['Interval', ({ passRate }) => withinText(passRate)],
    ['Trials', ({ trials, planned }) => `${trials} of ${planned}`],
    ['Broke', ({ errors }) => String(errors)],
    ['Cost', ({ costUsd }) => dollarsText(costUsd)],
  ];
  return (
    <table className="mt-3 text-left text-sm">
      <caption className="sr-only">The two runs</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="pe-4 text-muted">
            before
          </th>
          <th scope="col" className="text-muted">
            after
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, text]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="pe-4 text-muted">
              {name}
            </th>
            {runs.map((run, at) => (
              <td key={at === 0 ? 'before' : 'after'} className="pe-4">
                {text(run)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

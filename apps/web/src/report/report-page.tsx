import { useMemo } from 'react';
import type { ReportModel, ReportRun } from '@timestep-ai/timestep/view';
import { ComparisonOverview } from '../routes/evals/comparison-overview.tsx';
import { OutputMatrix } from '../routes/evals/output-list.tsx';
import { RunOverview } from '../routes/evals/run-overview.tsx';
import { focusSearchField, useKeyDown } from '../shell/use-key-down.ts';
import { createTrialDetailReader, findTrialPosition } from './trial-detail-reader.ts';
import { StoredOutputs } from './stored-outputs.tsx';
import { StoredTrial } from './stored-trial.tsx';
import { useHashSearch } from './use-hash-search.ts';

type EvalModel = Exclude<ReportModel, { readonly kind: 'task' }>;

export function ReportPage({ model }: { model: EvalModel }) {
  const [search, change] = useHashSearch();
  const read = useMemo(() => createTrialDetailReader(model.trialsOfChunk), [model]);
  useKeyDown((event, isPlain) => {
    if (isPlain && event.key === '/') focusSearchField(event);
  });
  const renderStoredTrial = (run: ReportRun, label: string, task: string, trial: number) => {
    const number = findTrialPosition(run, task, trial);
    return <StoredTrial key={`${label} ${number}`} number={number} label={label} read={read} />;
  };
  const { view } = model.kind === 'run' ? model.run : model.after;
  return (
    <main className="p-4">
      <h1 className="text-xl font-semibold">
        <bdi>{view.suite}</bdi>{' '}
        <span className="text-muted">
          {model.kind === 'run' ? (
            <bdi>{view.agent}</bdi>
          ) : (
            model.comparison.verdict.replaceAll('-', ' ')
          )}
        </span>
      </h1>
      {model.kind === 'run' ? (
        <RunOverview view={view} search={search} onChange={change}>
          {(task, trial) => renderStoredTrial(model.run, `Trial ${trial}`, task, trial)}
        </RunOverview>
      ) : (
        <ComparisonOverview
          comparison={model.comparison}
          before={model.before.view}
          after={model.after.view}
          beside={
            <OutputMatrix>
              {() => (
                <StoredOutputs
                  before={model.before}
                  after={model.after}
                  read={read}
                  onOpen={(task, trial) => change({ ...search, task, trial })}
                />
              )}
            </OutputMatrix>
          }
          search={search}
          onChange={change}
        >
          {(task, trial) => (
            <>
              {renderStoredTrial(model.before, 'Before', task, trial)}
              {renderStoredTrial(model.after, 'After', task, trial)}
            </>
          )}
        </ComparisonOverview>
      )}
      <p className="mt-6 text-xs text-muted print:hidden">
        Keys: / searches, arrow keys move between trials, Enter opens a trial, j opens the next and
        k the previous one, Escape closes the trial.
      </p>
    </main>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import type { EvalComparison } from '@timestep-ai/timestep/view';
import { Loaded } from '../../components/notices/loaded.tsx';
import { ComparisonOverview } from './comparison-overview.tsx';
import { OutputMatrix } from './output-list.tsx';
import { ServedOutputs } from './served-outputs.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { useTrialNavigation } from './use-trial-navigation.ts';
import { useRunView } from './use-evals.ts';
import { useRead } from '../../api/queries.ts';

const route = getRouteApi('/evals/$run/against/$before');

export function ComparisonPage() {
  const { run, before } = route.useParams();
  const search = route.useSearch();
  const changeSearch = useTrialNavigation(search);
  const comparison = useRead<EvalComparison>(
    ['evals', before, 'against', run],
    `/evals/compare?${new URLSearchParams({ before, after: run })}`,
  );
  const [was, is] = [useRunView(before), useRunView(run)];
  const query = {
    data: comparison.data && was.data && is.data && ([comparison.data, was.data, is.data] as const),
    error: comparison.error ?? was.error ?? is.error,
    refetch: comparison.refetch,
  };
  return (
    <div className="p-4">
      <Link to="/evals/$run" params={{ run }} className="text-sm text-accent underline">
        Back to the run
      </Link>
      <h1 className="mt-1 text-xl font-semibold">
        <bdi>{run}</bdi> against <bdi>{before}</bdi>
      </h1>
      <Loaded query={query} what="the comparison">
        {([found, first, second]) => (
          <ComparisonOverview
            comparison={found}
            before={first}
            after={second}
            beside={
              <OutputMatrix>{() => <ServedOutputs before={before} after={run} />}</OutputMatrix>
            }
            search={search}
            onChange={changeSearch}
          >
            {(task, trial) => (
              <>
                <TrialPanel run={before} task={task} trial={trial} label="Before" />
                <TrialPanel run={run} task={task} trial={trial} label="After" />
              </>
            )}
          </ComparisonOverview>
        )}
      </Loaded>
    </div>
  );
}

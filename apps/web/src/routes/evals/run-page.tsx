import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { EvalRunView } from '@timestep-ai/timestep/view';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { RunOverview } from './run-overview.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { getRunApiPath, useRunList, useRunView } from './use-evals.ts';
import { useTrialNavigation } from './use-trial-navigation.ts';
import { Select } from '../../components/forms/form.tsx';
import { useSend } from '../../api/queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';

const route = getRouteApi('/evals/$run');

export function RunPage() {
  const { run } = route.useParams();
  const search = route.useSearch();
  const changeSearch = useTrialNavigation(search);
  return (
    <div className="p-4">
      <Link to="/evals" className="text-sm text-accent underline">
        All runs
      </Link>
      <h1 className="mt-1 text-xl font-semibold">
        <bdi>{run}</bdi>
      </h1>
      <Loaded query={useRunView(run)} what="the run">
        {(view) => (
          <>
            {view.canBeStopped && <StopRunButton run={run} />}
            <RunOverview
              view={view}
              search={search}
              onChange={changeSearch}
              beside={<CompareWithSelect view={view} />}
            >
              {(task, trial) => (
                <TrialPanel run={run} task={task} trial={trial} label={`Trial ${trial}`} />
              )}
            </RunOverview>
          </>
        )}
      </Loaded>
    </div>
  );
}

function StopRunButton({ run }: { run: string }) {
  const queries = useQueryClient();
  const stopping = useSend('POST', getRunApiPath(run, '/stop'), {
    onSettled: () => queries.invalidateQueries({ queryKey: ['evals', run] }),
  });
  return (
    <div className="mt-2">
      <Button variant="danger" disabled={stopping.isPending} onClick={() => stopping.mutate()}>
        Stop the run
      </Button>
      {stopping.error && <FailureNotice message={stopping.error.message} />}
    </div>
  );
}

function CompareWithSelect({ view: { name, tasksDigest } }: { view: EvalRunView }) {
  const navigate = useNavigate();
  const { data } = useRunList();
  const others = data?.runs.filter((run) => run.tasksDigest === tasksDigest && run.name !== name);
  if (!others || others.length === 0) return null;
  return (
    <div className="mt-4 flex">
      <Select
        label="Compare with an earlier run"
        value=""
        options={[
          ['', 'choose'],
          ...others.map((run) => [run.name, `${run.name} (${run.agent})`] as const),
        ]}
        onChange={(before) =>
          void navigate({ to: '/evals/$run/against/$before', params: { run: name, before } })
        }
      />
    </div>
  );
}

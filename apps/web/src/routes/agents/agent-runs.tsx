import { Link } from '@tanstack/react-router';
import type { TaskListPage, TaskSummary } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { Moment } from '../../components/values/moment.tsx';
import { TaskStateLabel } from '../../components/values/state-label.tsx';

const RUNS = 5;
const POLL_INTERVAL_MS = 5000;

/** The newest runs of an agent, and its newest failures. */
export function AgentRuns({ agentId }: { agentId: string }) {
  const runs = useNewestRuns(agentId);
  const failures = useNewestRuns(agentId, 'failed');
  if (!runs) return null;
  return (
    <>
      <section aria-label="Newest runs">
        <h2 className="mb-1.5 font-semibold">Newest runs</h2>
        {runs.length === 0 ? (
          <p className="text-sm text-muted">This agent has not run yet.</p>
        ) : (
          <RunList runs={runs} />
        )}
      </section>
      {failures !== undefined && failures.length > 0 && (
        <section aria-label="Newest failures">
          <h2 className="mb-1.5 font-semibold">Newest failures</h2>
          <RunList runs={failures} />
        </section>
      )}
    </>
  );
}

function useNewestRuns(agent: string, state?: 'failed'): readonly TaskSummary[] | undefined {
  const query = new URLSearchParams({ agent, limit: String(RUNS), ...(state && { state }) });
  const path = `/tasks?${query.toString()}`;
  const { data } = useRead<TaskListPage>(['newest runs', path], path, {
    refetchInterval: POLL_INTERVAL_MS,
  });
  return data?.tasks;
}

function RunList({ runs }: { runs: readonly TaskSummary[] }) {
  return (
    <ul className="overflow-hidden rounded-lg border border-line">
      {runs.map(({ id, title, state, updatedAt, failure }) => (
        <li key={id} className="border-b border-line/70 last:border-b-0">
          <Link
            to="/tasks/$taskId"
            params={{ taskId: id }}
            className="flex flex-wrap items-center gap-x-3 px-3 py-1.5 hover:bg-hover"
          >
            <TaskStateLabel state={state} />
            <span className="min-w-0 flex-1 truncate text-sm">{title || id}</span>
            <span className="text-xs text-muted">
              <Moment at={updatedAt} />
            </span>
            {failure !== undefined && (
              <span className="w-full truncate text-xs text-bad" title={failure}>
                {failure}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

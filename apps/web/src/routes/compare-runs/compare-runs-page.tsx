import { getRouteApi, Link } from '@tanstack/react-router';
import type { TaskDetails, TaskTree } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { Loaded } from '../../components/notices/loaded.tsx';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { TextDiff } from '../../components/values/text-diff.tsx';
import { FiguresTable } from './figures-table.tsx';
import { RunSide } from './run-side.tsx';

const route = getRouteApi('/tasks/$taskId/against/$otherId');

/** Two runs side by side: their figures, their answers and their timelines. */
export function CompareRunsPage() {
  const { taskId, otherId } = route.useParams();
  const [one, other] = [useRun(taskId), useRun(otherId)];
  return (
    <div className="flex h-full flex-col overflow-y-auto p-4">
      <Link to="/tasks" className="text-sm text-accent underline">
        All tasks
      </Link>
      <h1 className="mt-1 text-xl font-semibold">Two runs</h1>
      <Loaded query={one.head} what="the first run">
        {(first) => (
          <Loaded query={other.head} what="the second run">
            {(second) => (
              <>
                <RunHeads runs={[first, second]} />
                {one.tree.data && other.tree.data && (
                  <FiguresTable first={one.tree.data.totals} second={other.tree.data.totals} />
                )}
                <Answers first={first} second={second} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
      <div className="mt-5 grid gap-4 xl:grid-cols-2">
        {[one, other].map(({ tree }, place) => (
          <Loaded key={place === 0 ? 'A' : 'B'} query={tree} what="the timeline">
            {(loaded) => <RunSide name={place === 0 ? 'A' : 'B'} tree={loaded} />}
          </Loaded>
        ))}
      </div>
    </div>
  );
}

function useRun(taskId: string) {
  const path = `/tasks/${encodeURIComponent(taskId)}`;
  return {
    head: useRead<TaskDetails>(['compared task', taskId], path),
    tree: useRead<TaskTree>(['compared tree', taskId], `${path}/tree`),
  };
}

function RunHeads({ runs }: { runs: readonly TaskDetails[] }) {
  return (
    <ul className="mt-3 grid gap-3 md:grid-cols-2">
      {runs.map(({ id, title, agent, state, failure }, place) => (
        <li key={place === 0 ? 'A' : 'B'} className="min-w-0 rounded-lg border border-line p-3">
          <p className="flex items-center gap-3 text-sm">
            <span className="font-semibold">{place === 0 ? 'A' : 'B'}</span>
            <TaskStateLabel state={state} />
            <bdi className="text-muted">{agent}</bdi>
          </p>
          <h2 className="mt-1 truncate font-medium">
            <Link to="/tasks/$taskId" params={{ taskId: id }} className="hover:underline">
              {title || 'Run without text'}
            </Link>
          </h2>
          {failure !== undefined && <p className="mt-1 text-sm text-bad">{failure}</p>}
        </li>
      ))}
    </ul>
  );
}

function Answers({ first, second }: { first: TaskDetails; second: TaskDetails }) {
  const [before, after] = [first.answer ?? '', second.answer ?? ''];
  return (
    <section aria-label="Answers" className="mt-5">
      <h2 className="font-semibold">Answers</h2>
      {before === after ? (
        <p className="mt-1 text-sm text-muted">
          {before === '' ? 'Neither run has answered.' : 'Both runs gave the same answer.'}
        </p>
      ) : (
        <div
          className="mt-1.5 max-h-96 overflow-y-auto rounded-lg border border-line p-3"
          role="region"
          aria-label="Differences between the answers"
          tabIndex={0}
        >
          <TextDiff before={before} after={after} />
        </div>
      )}
    </section>
  );
}

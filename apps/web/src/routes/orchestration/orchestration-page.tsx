import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CallGraphView, type GraphArrow } from '../../components/diagrams/call-graph-view.tsx';
import { EmptyState, FailureNotice } from '../../components/notices/notices.tsx';
import { useAgents } from '../agents/agent-queries.ts';
import { useTaskList } from '../tasks/use-task-list.ts';
import { buildCallGraph, type GraphCall } from './call-graph.ts';
import { CallsTable, EndedCallList } from './call-lists.tsx';

const route = getRouteApi('/agents/orchestration');
const ALL_TASKS = {};

export function OrchestrationPage() {
  const { agent: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPending, refetch } = useAgents();
  const { tree, error: tasksError, retry } = useTaskList(ALL_TASKS);
  const graph = useMemo(
    () =>
      buildCallGraph(
        data?.agents ?? [],
        tree.map(({ line }) => line),
      ),
    [data, tree],
  );
  const names = useMemo(() => new Map(graph.agents.map(({ id, name }) => [id, name])), [graph]);
  const arrows = useMemo(() => graph.calls.map(toGraphArrow), [graph]);
  const concerns = (from: string, to: string): boolean =>
    chosen === undefined || from === chosen || to === chosen;
  return (
    <div className="h-full overflow-y-auto p-4">
      <Link to="/agents" className="text-sm text-accent underline">
        All agents
      </Link>
      <h1 className="mt-1 text-xl font-semibold">Orchestration</h1>
      <p className="mt-1 mb-3 text-sm text-muted">
        Arrows point from an agent to the agents that it may call. Calls are from the newest tasks.
      </p>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {tasksError && <FailureNotice message={tasksError.message} onRetry={retry} />}
      {isPending && <p className="text-muted">Loading agents…</p>}
      {data && graph.agents.length === 0 && (
        <EmptyState title="No agents">
          Start <code>timestep serve</code> with the folder of an agent.
        </EmptyState>
      )}
      {graph.agents.length > 0 && (
        <CallGraphView
          label="Call graph"
          boxes={graph.agents}
          arrows={arrows}
          chosen={chosen}
          onChoose={(agent) =>
            void navigate({ search: agent === undefined ? {} : { agent }, replace: true })
          }
        />
      )}
      {chosen !== undefined && (
        <p className="mt-2 text-sm">
          Calls from and to <bdi>{names.get(chosen) ?? chosen}</bdi>.{' '}
          <Link to="/agents/orchestration" className="text-accent underline">
            Show all
          </Link>{' '}
          <Link
            to="/agents/$agentId"
            params={{ agentId: chosen }}
            className="text-accent underline"
          >
            Open the agent
          </Link>
        </p>
      )}
      <CallsTable calls={graph.calls.filter(({ from, to }) => concerns(from, to))} names={names} />
      <EndedCallList
        calls={graph.ended.filter(({ from, task }) => concerns(from, task.agent))}
        names={names}
      />
    </div>
  );
}

function toGraphArrow({ from, to, working, waiting, ended }: GraphCall): GraphArrow {
  const active = [
    ...(working > 0 ? [`${working} running`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  if (active.length === 0) return { from, to, look: ended > 0 ? 'seen' : 'quiet' };
  return { from, to, look: waiting > 0 ? 'waiting' : 'working', live: active.join(', ') };
}

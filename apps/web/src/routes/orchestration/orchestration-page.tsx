import { getRouteApi, Link } from '@tanstack/react-router';
import type { CallReport } from '@timestep-ai/timestep/view';
import { useMemo } from 'react';
import { useRead } from '../../api/queries.ts';
import { CallGraphView, type GraphArrow } from '../../components/diagrams/call-graph-view.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { NoAgents } from '../agents/agents-page.tsx';
import { useAgents } from '../agents/agent-queries.ts';
import { useTaskList } from '../tasks/use-task-list.ts';
import { buildCallGraph, type GraphCall } from './call-graph.ts';
import { AllowedCallsTable, EndedCallList } from './call-lists.tsx';

const route = getRouteApi('/agents/orchestration');
const ALL_TASKS = { asked: 'too' } as const;

/** Interval in milliseconds at which the kept counts of calls are read again. */
const REFRESH_MS = 5_000;

export function OrchestrationPage() {
  const { agent: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useAgents();
  const { data } = query;
  const { data: report } = useRead<CallReport>(['calls'], '/calls', {
    refetchInterval: REFRESH_MS,
  });
  const { tree, error: tasksError, retry } = useTaskList(ALL_TASKS);
  const graph = useMemo(() => {
    const tasks = tree.map(({ line }) => line);
    return buildCallGraph(data?.agents ?? [], tasks, report);
  }, [data, tree, report]);
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
        Arrows point from an agent to the agents that it may call or has called.
      </p>
      <Loaded query={query} what="agents">
        {() => graph.agents.length === 0 && <NoAgents />}
      </Loaded>
      {tasksError && <FailureNotice message={tasksError.message} onRetry={retry} />}
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
      <AllowedCallsTable
        calls={graph.calls.filter(({ from, to }) => concerns(from, to))}
        names={names}
      />
      <EndedCallList
        calls={graph.ended.filter(({ from, task }) => concerns(from, task.agent))}
        names={names}
      />
    </div>
  );
}

function toGraphArrow({ from, to, working, waiting, ended, kept }: GraphCall): GraphArrow {
  const active = [
    ...(working > 0 ? [`${working} running`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  if (active.length === 0) return { from, to, look: ended > 0 || kept ? 'seen' : 'quiet' };
  return { from, to, look: waiting > 0 ? 'waiting' : 'working', live: active.join(', ') };
}

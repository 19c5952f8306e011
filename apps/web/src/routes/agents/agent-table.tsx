import { Link } from '@tanstack/react-router';
import { MessageSquare } from '../../icons/icons.ts';
import type { AgentSummary, EnvironmentList, WorkSeries } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { TrendBars } from '../../components/charts/trend.tsx';
import {
  formatErrors,
  formatKnownCost,
  formatKnownDuration,
} from '../../components/charts/work-figures.ts';
import { formatCount } from '../../components/values/formats.ts';
import { Avatar } from '../../components/values/avatar.tsx';
import { DenseTable, type DenseColumn } from '../../components/values/dense-table.tsx';
import { useWork } from '../hourly/use-work.ts';
import { useOwnModels } from './agent-queries.ts';
import { useStartChat } from './start-chat-button.tsx';

/** An agent with its MCP servers and its work of the last seven days. */
interface AgentLine {
  readonly agent: AgentSummary;
  /** The configured model; undefined for agents without one. */
  readonly model: string | undefined;
  readonly servers: EnvironmentList['agents'][number]['servers'];
  /**
   * The agent's work of the last seven days. Undefined if there was none, or if the database does not record
   * work.
   */
  readonly work: WorkSeries | undefined;
}

/** The agents of the server, with their models, servers and the work of the last seven days. */
export function AgentTable({ agents }: { agents: readonly AgentSummary[] }) {
  const work = useWork('week').data?.agents ?? [];
  const models = useOwnModels();
  const environments = useRead<EnvironmentList>(['environments'], '/environments').data?.agents;
  const lines = agents.map((agent) => ({
    agent,
    servers: environments?.find(({ agentId }) => agentId === agent.id)?.servers ?? [],
    model: models.get(agent.id),
    work: work.find(({ name }) => name === agent.id),
  }));
  return (
    <div className="mt-3">
      <DenseTable
        label="Agents"
        columns={COLUMNS}
        lines={lines}
        getKey={({ agent }) => agent.id}
        empty="No agents."
      />
      <p className="mt-2 text-xs text-muted">
        Runs, errors, durations and cost of the last 7 days.
      </p>
    </div>
  );
}

const COLUMNS: readonly DenseColumn<AgentLine>[] = [
  {
    head: 'Agent',
    isName: true,
    sortBy: ({ agent }) => agent.name,
    render: ({ agent }) => <AgentName agent={agent} />,
  },
  {
    head: 'Model',
    from: 'lg',
    sortBy: ({ model, work }) => model ?? work?.models[0],
    render: ({ model, work }) => <Models model={model} ran={work?.models ?? []} />,
  },
  {
    head: 'Servers',
    isNumber: true,
    from: 'lg',
    sortBy: ({ servers }) => servers.length,
    render: ({ servers }) => <Servers servers={servers} />,
  },
  {
    head: 'Runs',
    isNumber: true,
    sortBy: ({ work }) => work?.count ?? 0,
    render: ({ agent, work }) => <Runs agent={agent} work={work} />,
  },
  {
    head: 'Errors',
    isNumber: true,
    sortBy: ({ work }) => work?.failed,
    render: ({ work }) =>
      work && <span className={work.failed > 0 ? 'text-bad' : ''}>{formatErrors(work)}</span>,
  },
  {
    head: 'p50',
    isNumber: true,
    from: 'xl',
    sortBy: ({ work }) => work?.p50Ms ?? undefined,
    render: ({ work }) => formatKnownDuration(work?.p50Ms ?? null),
  },
  {
    head: 'p95',
    isNumber: true,
    sortBy: ({ work }) => work?.p95Ms ?? undefined,
    render: ({ work }) => formatKnownDuration(work?.p95Ms ?? null),
  },
  {
    head: 'Cost',
    isNumber: true,
    sortBy: ({ work }) => work?.costUsd,
    render: ({ work }) => work && formatKnownCost(work),
  },
  {
    head: 'Over time',
    from: 'xl',
    render: ({ work }) => work && <TrendBars values={work.points.map(({ count }) => count)} />,
  },
  { head: 'Chat', render: ({ agent }) => agent.isExposed && <ChatLink agent={agent} /> },
];

function AgentName({ agent }: Pick<AgentLine, 'agent'>) {
  const { id, name, description, isExposed } = agent;
  return (
    <span className="flex items-center gap-2.5 py-1.5">
      <Avatar name={name} />
      <span className="block max-w-100 min-w-40 max-xl:w-70 max-sm:w-40 max-sm:min-w-0">
        <Link
          to="/agents/$agentId"
          params={{ agentId: id }}
          className="block truncate font-medium hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block truncate text-xs text-muted">
          {!isExposed && 'Internal. '}
          {description === name ? '' : description}
        </span>
      </span>
    </span>
  );
}

/** The configured model of an agent, and how many others have run. */
function Models({ model, ran }: { model: string | undefined; ran: readonly string[] }) {
  const [first, ...others] = [...new Set(model === undefined ? ran : [model, ...ran])];
  if (first === undefined) return <span className="text-muted">–</span>;
  const title = [
    ...(model === undefined ? [] : [`configured: ${model}`]),
    ...(ran.length === 0 ? [] : [`in the last 7 days: ${ran.join(', ')}`]),
  ].join('; ');
  return (
    <span className="font-mono text-xs" title={title}>
      {first}
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}

function Servers({ servers }: Pick<AgentLine, 'servers'>) {
  if (servers.length === 0) return <span className="text-muted">–</span>;
  const broken = servers.filter(({ state }) => state === 'failed' || state === 'left-out');
  return (
    <span title={servers.map(({ name }) => name).join(', ')}>
      {servers.length}
      {broken.length > 0 && <span className="text-bad"> · {broken.length} failed</span>}
    </span>
  );
}

function Runs({ agent, work }: Pick<AgentLine, 'agent' | 'work'>) {
  return (
    <Link to="/tasks" search={{ agent: agent.id, asked: 'too' }} className="hover:underline">
      {formatCount(work?.count ?? 0)}
    </Link>
  );
}

function ChatLink({ agent: { id, name } }: Pick<AgentLine, 'agent'>) {
  const startChat = useStartChat(id);
  return (
    <button
      type="button"
      aria-label={`Chat with ${name}`}
      className="rounded-sm p-1.5 text-muted hover:bg-chosen hover:text-accent"
      onClick={startChat}
    >
      <MessageSquare aria-hidden="true" size={15} />
    </button>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { AgentList, AgentSummary } from '@timestep-ai/timestep/view';
import { WorkCharts } from '../../components/charts/work-charts.tsx';
import { CallGraphView } from '../../components/diagrams/call-graph-view.tsx';
import { CopyButton } from '../../components/inspector/copy-button.tsx';
import { useWork } from '../hourly/use-work.ts';
import { listAddresses } from './agent-addresses.ts';
import { AgentDescription } from './agent-description.tsx';
import { buildNeighborGraph } from './agent-neighbors.ts';
import { AgentRuns } from './agent-runs.tsx';
import { AgentSetup } from './agent-setup.tsx';

interface AgentOverviewProps {
  readonly agent: AgentSummary;
  readonly list: AgentList;
}

/**
 * Overview of an agent: its recent work, model, servers, newest runs, description and addresses, and the
 * agents that it calls or that call it.
 */
export function AgentOverview({ agent, list }: AgentOverviewProps) {
  return (
    <div className="flex max-w-6xl flex-col gap-6">
      <AgentWork agentId={agent.id} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AgentSetup agentId={agent.id} />
          <AgentRuns agentId={agent.id} />
          <AgentDescription agent={agent} />
        </div>
        <div className="flex flex-col gap-6">
          {agent.isExposed && <Addresses agent={agent} protocols={list.protocols} />}
          <Neighbors agent={agent} agents={list.agents} />
        </div>
      </div>
    </div>
  );
}

function AgentWork({ agentId }: { agentId: string }) {
  const { data } = useWork('week');
  const series = data?.agents.find(({ name }) => name === agentId);
  if (!data) return null;
  return (
    <section aria-label="Activity in the last 7 days">
      <h2 className="mb-1.5 font-semibold">Last 7 days</h2>
      {series ? (
        <WorkCharts series={series} since={data.since} stepMs={data.stepMs} />
      ) : (
        <p className="text-sm text-muted">This agent has run no tasks in the last 7 days.</p>
      )}
    </section>
  );
}

function Addresses({ agent, protocols }: { agent: AgentSummary } & Pick<AgentList, 'protocols'>) {
  const addresses = listAddresses(agent, protocols, globalThis.location.origin);
  return (
    <section aria-label="Addresses">
      <h2 className="font-semibold">Addresses</h2>
      <ul className="mt-1.5 overflow-hidden rounded-lg border border-line">
        {addresses.map(({ name, url }) => (
          <li
            key={name}
            className="flex items-center gap-3 border-b border-line/70 px-3 py-1.5 last:border-b-0"
          >
            <span className="w-24 shrink-0 text-xs text-muted">{name}</span>
            <code className="min-w-0 flex-1 truncate text-xs" title={url}>
              {url}
            </code>
            <CopyButton name={`Copy ${name}`} getText={() => url} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Neighbors({ agent, agents }: { agent: AgentSummary } & Pick<AgentList, 'agents'>) {
  const navigate = useNavigate();
  const { boxes, arrows } = buildNeighborGraph(agent, agents);
  if (boxes.length < 2) return null;
  return (
    <section aria-label="Neighbors">
      <h2 className="mb-1.5 font-semibold">Calls between agents</h2>
      <CallGraphView
        label={`Agents that may call ${agent.name}, or that ${agent.name} may call`}
        boxes={boxes}
        arrows={arrows}
        chosen={agent.id}
        onChoose={(id) => {
          if (id !== undefined && id !== agent.id)
            void navigate({ to: '/agents/$agentId', params: { agentId: id } });
        }}
      />
      <ul className="mt-1 text-xs text-muted">
        {arrows.map(({ from, to }) => (
          <li key={`${from} ${to}`}>
            {from === agent.id ? `may call ${to}` : `may be called by ${from}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, type AgentSummary, type CreatedAgent } from '@timestep-ai/timestep/view';
import { DialogButton } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { NewAgentDialog } from './new-agent-dialog.tsx';
import { StartChatButton } from './start-chat-button.tsx';
import { useOverview } from '../tasks/use-overview.ts';
import { useAgents } from './agent-queries.ts';

export function AgentsPage() {
  const query = useAgents();
  const { data: { places, agents = [] } = {} } = query;
  const runs = useOverview().data?.agents ?? {};
  const navigate = useNavigate();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const showCreated = ({ agentId, path, notes: said }: CreatedAgent): void => {
    const created = `Created the agent in ${path}.`;
    if (agentId === undefined || said.length > 0) return setNotes([created, ...said]);
    void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'files' } });
  };
  return (
    <div className="h-full overflow-y-auto p-4">
      <div className="flex items-baseline gap-4">
        <h1 className="text-xl font-semibold">Agents</h1>
        <Link to="/agents/orchestration" className="text-sm text-accent underline">
          Call graph
        </Link>
      </div>
      {places && (
        <div className="mt-2">
          <DialogButton label="Create agent…">
            {(close) => (
              <NewAgentDialog
                places={places}
                agents={agents}
                onMade={showCreated}
                onClose={close}
              />
            )}
          </DialogButton>
        </div>
      )}
      {notes.length > 0 && (
        <div role="status" className="mt-2 text-sm">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <Loaded query={query} what="agents">
        {() => (
          <>
            {agents.length === 0 && <NoAgents />}
            <ul className="mt-3 border-t border-line">
              {agents.map((agent) => (
                <li key={agent.id}>
                  <AgentRow agent={agent} runs={runs[agent.id]} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  );
}

export function NoAgents() {
  return (
    <EmptyState title="No agents">
      Start <code>timestep serve</code> with the folder of an agent.
    </EmptyState>
  );
}

interface AgentRowProps {
  readonly agent: AgentSummary;
  /** Number of the agent's tasks among the newest tasks. */
  readonly runs: number | undefined;
}

function AgentRow({ agent, runs = 0 }: AgentRowProps) {
  const { id, name, description, version, isExposed, skills, tools, calls = [] } = agent;
  const facts = [
    ...(skills.length > 0 ? [counted(skills.length, 'skill')] : []),
    ...(tools.length > 0 ? [counted(tools.length, 'exposed tool')] : []),
    ...(calls.length > 0 ? [`may ask ${calls.join(', ')}`] : []),
    ...(isExposed ? [] : ['internal to this server']),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 sm:flex-nowrap">
      <div className="min-w-0 flex-1">
        <h2 className="flex items-baseline gap-2 text-sm font-semibold">
          <Link to="/agents/$agentId" params={{ agentId: id }} className="truncate hover:underline">
            <bdi>{name}</bdi>
          </Link>
          <span className="text-xs font-normal text-muted">{version}</span>
        </h2>
        <p className="truncate text-sm text-muted">{description}</p>
        {facts.length > 0 && <p className="truncate text-xs text-muted">{facts.join(' · ')}</p>}
      </div>
      <Link
        to="/tasks"
        search={{ agent: id, asked: 'too' }}
        className="text-sm text-muted tabular-nums hover:text-text"
      >
        {counted(runs, 'run')}
      </Link>
      {isExposed && <StartChatButton agentId={id} name={name} />}
    </div>
  );
}

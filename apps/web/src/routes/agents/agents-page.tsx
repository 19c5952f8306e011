import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreatedAgent } from '@timestep-ai/timestep/view';
import { DialogButton } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { AgentTable } from './agent-table.tsx';
import { NewAgentDialog } from './new-agent-dialog.tsx';
import { useAgents } from './agent-queries.ts';

export function AgentsPage() {
  const query = useAgents();
  const { data: { places, agents = [] } = {} } = query;
  const navigate = useNavigate();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const showCreated = ({ agentId, path, notes: said }: CreatedAgent): void => {
    const created = `Created the agent in ${path}.`;
    if (agentId === undefined || said.length > 0) return setNotes([created, ...said]);
    void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'files' } });
  };
  return (
    <div className="h-full overflow-y-auto p-4">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="text-xl font-semibold">Agents</h1>
        <Link to="/agents/orchestration" className="text-sm text-accent underline">
          Call graph
        </Link>
        <Link to="/agents/connect" className="text-sm text-accent underline">
          Connect by URL
        </Link>
        {places && (
          <span className="ms-auto">
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
          </span>
        )}
      </div>
      {notes.length > 0 && (
        <div role="status" className="mt-2 text-sm">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <Loaded query={query} what="agents">
        {() => (agents.length === 0 ? <NoAgents /> : <AgentTable agents={agents} />)}
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

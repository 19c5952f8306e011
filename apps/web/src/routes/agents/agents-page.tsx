import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, type AgentSummary, type CreatedAgent } from '@timestep-ai/timestep/view';
import { DialogButton } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { NewAgentDialog } from './new-agent-dialog.tsx';
import { StartChatButton } from './start-chat-button.tsx';
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
      <h1 className="text-xl font-semibold">Agents</h1>
      <Link to="/agents/orchestration" className="text-sm text-accent underline">
        Call graph
      </Link>
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
            <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {agents.map((agent) => (
                <li key={agent.id} className="min-w-0 rounded-md border border-line p-3">
                  <AgentCard agent={agent} />
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

function AgentCard({ agent }: { agent: AgentSummary }) {
  const { id, name, description, version, isExposed, skills, tools } = agent;
  return (
    <>
      <h2 className="font-semibold break-words">
        <Link to="/agents/$agentId" params={{ agentId: id }} className="underline">
          <bdi>{name}</bdi>
        </Link>{' '}
        <span className="text-sm font-normal text-muted">{version}</span>
      </h2>
      <p className="mt-1 text-sm break-words">{description}</p>
      <p className="mt-1 text-xs text-muted">
        {counted(skills.length, 'skill')}, {counted(tools.length, 'exposed tool')}
        {isExposed ? '' : '; internal to this server'}
      </p>
      {isExposed && (
        <div className="mt-2">
          <StartChatButton agentId={id} name={name} />
        </div>
      )}
    </>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, type AgentLine, type MadeAgent } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { NewAgent } from './new-agent.tsx';
import { TalkButton } from './talk-button.tsx';
import { useAgents } from './use-agents.ts';

/** The agents of the server. */
export function AgentsPage() {
  const { data, error, isPending, refetch } = useAgents();
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const done = ({ agentId, path, notes: said }: MadeAgent): void => {
    setMaking(false);
    const isThere = `The agent is in ${path}.`;
    if (agentId === undefined || said.length > 0) return setNotes([isThere, ...said]);
    void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'files' } });
  };
  return (
    <div className="h-full overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">Agents</h1>
      <Link to="/agents/orchestration" className="text-sm text-accent underline">
        Who calls whom
      </Link>
      {data?.places && (
        <div className="mt-2">
          <Button onClick={() => setMaking(true)}>Make an agent…</Button>
        </div>
      )}
      {data?.places && isMaking && (
        <NewAgent
          places={data.places}
          agents={data.agents}
          onMade={done}
          onClose={() => setMaking(false)}
        />
      )}
      {notes.length > 0 && (
        <div role="status" className="mt-2 text-sm">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {isPending && <p className="mt-2 text-muted">Reading who is here…</p>}
      {data?.agents.length === 0 && (
        <EmptyState title="There is no agent">
          Give <code>timestep serve</code> a folder with one.
        </EmptyState>
      )}
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data?.agents.map((agent) => (
          <li key={agent.id} className="min-w-0 rounded-md border border-line p-3">
            <AgentCard agent={agent} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AgentCard({ agent }: { readonly agent: AgentLine }) {
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
        {counted(skills.length, 'skill')}, {counted(tools.length, 'tool')} for others
        {isExposed ? '' : '; for agents of this process alone'}
      </p>
      {isExposed && (
        <div className="mt-2">
          <TalkButton agentId={id} name={name} />
        </div>
      )}
    </>
  );
}

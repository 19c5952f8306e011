import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Avatar } from '../../components/values/avatar.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { AgentOverview } from './agent-overview.tsx';
import { AgentFiles } from './files/agent-files.tsx';
import { AgentModels } from './agent-models.tsx';
import { AGENT_TABS } from './agent-search.ts';
import { AgentTools } from './agent-tools.tsx';
import { StartChatButton } from './start-chat-button.tsx';
import { getAgentApiPath, useAgents } from './agent-queries.ts';
import { useQuery } from '@tanstack/react-query';

const route = getRouteApi('/agents/$agentId');

export function AgentPage() {
  const { agentId } = route.useParams();
  const { tab = 'about', file } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useAgents();
  const agent = query.data?.agents.find(({ id }) => id === agentId);
  return (
    <div className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <Link to="/agents" className="text-sm text-accent underline">
          All agents
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <Avatar name={agent?.name ?? agentId} />
          <h1 className="text-xl font-semibold break-words">
            <bdi>{agent?.name ?? agentId}</bdi>
          </h1>
          {agent?.isExposed && <StartChatButton agentId={agentId} name={agent.name} />}
          <Link to="/tasks" search={{ agent: agentId }} className="text-sm underline">
            Tasks of this agent
          </Link>
        </div>
      </div>
      <Loaded query={query} what="the agent">
        {() =>
          !agent && (
            <FailureNotice message={`Agent ${agentId} not found: it may have been removed.`} />
          )
        }
      </Loaded>
      {agent && query.data && (
        <Tabs
          label="Views of the agent"
          titles={AGENT_TABS}
          tab={tab}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        >
          {tab === 'about' && <AgentOverview agent={agent} list={query.data} />}
          {tab === 'files' && (
            <AgentFiles
              agentId={agentId}
              file={file}
              onOpen={(path) => void navigate({ search: { tab, ...(path && { file: path }) } })}
            />
          )}
          {tab === 'tools' && <AgentTools agentId={agentId} />}
          {tab === 'models' && <AgentModels agentId={agentId} />}
          {(tab === 'card' || tab === 'card-0.3') && (
            <CardView agentId={agentId} version={tab === 'card' ? '1.0' : '0.3'} />
          )}
        </Tabs>
      )}
    </div>
  );
}

function CardView({ agentId, version }: { agentId: string; version: '1.0' | '0.3' }) {
  const query = useQuery({
    queryKey: ['card', agentId, version],
    queryFn: async ({ signal }): Promise<unknown> => {
      const path = getAgentApiPath(agentId, '/.well-known/agent-card.json');
      const response = await fetch(path, { signal, headers: { 'a2a-version': version } });
      if (!response.ok) throw new Error(`the agent card is not available: HTTP ${response.status}`);
      return response.json();
    },
  });
  return (
    <Loaded query={query} what="the agent card">
      {(card) => <JsonView value={card} label={`Card of ${agentId} in A2A ${version}`} />}
    </Loaded>
  );
}

import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { AgentDescription } from './agent-description.tsx';
import { AgentFiles } from './agent-files.tsx';
import { AgentModels } from './agent-models.tsx';
import { AGENT_TABS, type AgentTab } from './agent-tab.ts';
import { AgentTools } from './agent-tools.tsx';
import { StartChatButton } from './start-chat-button.tsx';
import { useAgents, useAgentCard } from './use-agents.ts';

const route = getRouteApi('/agents/$agentId');

const TITLES: Readonly<Record<AgentTab, string>> = {
  about: 'About',
  files: 'Files',
  tools: 'Exposed tools',
  models: 'Models',
  card: 'Card, A2A 1.0',
  'card-0.3': 'Card, A2A 0.3',
};

/** One agent: its description, files, tools and models, and its A2A agent cards. */
export function AgentPage() {
  const { agentId } = route.useParams();
  const { tab = 'about', file } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPending } = useAgents();
  const agent = data?.agents.find(({ id }) => id === agentId);
  return (
    <div className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <Link to="/agents" className="text-sm text-accent underline">
          All agents
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <h1 className="text-xl font-semibold break-words">
            <bdi>{agent?.name ?? agentId}</bdi>
          </h1>
          {agent?.isExposed && <StartChatButton agentId={agentId} name={agent.name} />}
          <Link to="/tasks" search={{ agent: agentId }} className="text-sm underline">
            Tasks of this agent
          </Link>
        </div>
      </div>
      {error && <FailureNotice message={error.message} />}
      {!agent && !isPending && !error && (
        <FailureNotice message={`Agent ${agentId} not found: it may have been removed.`} />
      )}
      {agent && (
        <Tabs.Root
          value={tab}
          onValueChange={(next) =>
            void navigate({ search: { tab: next as AgentTab }, replace: true })
          }
          className="flex min-h-0 flex-1 flex-col"
        >
          <Tabs.List
            aria-label="Views of the agent"
            className="flex overflow-x-auto border-b border-line px-2"
          >
            {AGENT_TABS.map((name) => (
              <Tabs.Trigger
                key={name}
                value={name}
                className="px-3 py-2 text-sm whitespace-nowrap data-[state=active]:border-b-2 data-[state=active]:border-accent data-[state=active]:font-semibold"
              >
                {TITLES[name]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} className="min-h-0 flex-1 overflow-y-auto p-4">
            <ErrorBoundary key={tab}>
              {tab === 'about' && <AgentDescription agent={agent} />}
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
            </ErrorBoundary>
          </Tabs.Content>
        </Tabs.Root>
      )}
    </div>
  );
}

function CardView({
  agentId,
  version,
}: {
  readonly agentId: string;
  readonly version: '1.0' | '0.3';
}) {
  const { data, error } = useAgentCard(agentId, version);
  if (error) return <FailureNotice message={error.message} />;
  if (data === undefined) return <p className="text-muted">Loading the agent card…</p>;
  return <JsonView value={data} label={`Card of ${agentId} in A2A ${version}`} />;
}

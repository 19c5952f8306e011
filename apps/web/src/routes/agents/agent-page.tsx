import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { AgentAbout } from './agent-about.tsx';
import { AgentFiles } from './agent-files.tsx';
import { AgentModels } from './agent-models.tsx';
import { AGENT_TABS, type AgentTab } from './agent-tab.ts';
import { AgentTools } from './agent-tools.tsx';
import { TalkButton } from './talk-button.tsx';
import { useAgents, useCard } from './use-agents.ts';

const route = getRouteApi('/agents/$agentId');

const TITLES: Readonly<Record<AgentTab, string>> = {
  about: 'About',
  files: 'Files',
  tools: 'Tools for others',
  models: 'Models',
  card: 'Card, A2A 1.0',
  'card-0.3': 'Card, A2A 0.3',
};

/** One agent: what it says of itself, and the cards that clients read. */
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
          {agent?.isExposed && <TalkButton agentId={agentId} name={agent.name} />}
          <Link to="/tasks" search={{ agent: agentId }} className="text-sm underline">
            Its tasks
          </Link>
        </div>
      </div>
      {error && <FailureNotice message={error.message} />}
      {!agent && !isPending && !error && (
        <FailureNotice message={`There is no agent ${agentId}: it may have gone.`} />
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
            <Panel key={tab}>
              {tab === 'about' && <AgentAbout agent={agent} />}
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
            </Panel>
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
  const { data, error } = useCard(agentId, version);
  if (error) return <FailureNotice message={error.message} />;
  if (data === undefined) return <p className="text-muted">Reading the card…</p>;
  return <JsonView value={data} label={`Card of ${agentId} in A2A ${version}`} />;
}

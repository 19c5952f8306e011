import { getRouteApi, Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import type { EnvironmentServer } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { ServerFacts } from '../../components/server-facts.tsx';
import { ServerConfigView } from './server-config.tsx';
import { ServerLogView } from './server-log.tsx';
import { ServerPromptsView } from './server-prompts.tsx';
import { ServerProtocol } from './server-protocol.tsx';
import { ServerResourcesView } from './server-resources.tsx';
import { SERVER_TABS, type ServerSearch, type ServerTab } from './server-search.ts';
import { ServerTools } from './server-tools.tsx';
import { usePing, useRestart, useServer, type ServerName } from './use-server.ts';

const route = getRouteApi('/environments/$agent/$server');

const TITLES: Readonly<Record<ServerTab, string>> = {
  tools: 'Tools',
  config: 'Config',
  protocol: 'Protocol',
  log: 'Log',
  resources: 'Resources',
  prompts: 'Prompts',
};

/** Props of every tab of the server page. */
export interface ServerTabProps {
  readonly name: ServerName;
  readonly server: EnvironmentServer;
  readonly search: ServerSearch;
  readonly onChange: (search: ServerSearch) => void;
}

/** One MCP server: its health, tools, resources, prompts, log and protocol messages. */
export function ServerPage() {
  const name = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useServer(name);
  const { tab = 'tools' } = search;
  const onChange = (next: ServerSearch): void =>
    void navigate({ search: { tab, ...next }, replace: true });
  return (
    <div className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <Link to="/environments" className="text-sm text-accent underline">
          All environments
        </Link>
        <h1 className="text-xl font-semibold">
          <bdi>{name.server}</bdi> <span className="font-normal text-muted">of {name.agent}</span>
        </h1>
        {data && <ServerActions name={name} server={data} />}
      </div>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {data && (
        <Tabs.Root
          value={tab}
          onValueChange={(next) =>
            void navigate({ search: { tab: next as ServerTab }, replace: true })
          }
          className="flex min-h-0 flex-1 flex-col"
        >
          <Tabs.List
            aria-label="Views of the server"
            className="flex overflow-x-auto border-b border-line px-2"
          >
            {SERVER_TABS.map((one) => (
              <Tabs.Trigger
                key={one}
                value={one}
                className="px-3 py-2 text-sm data-[state=active]:border-b-2 data-[state=active]:border-accent data-[state=active]:font-semibold"
              >
                {TITLES[one]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} className="min-h-0 flex-1 overflow-y-auto p-4">
            <ErrorBoundary key={tab}>
              <TabContent name={name} server={data} search={search} onChange={onChange} />
            </ErrorBoundary>
          </Tabs.Content>
        </Tabs.Root>
      )}
    </div>
  );
}

function ServerActions({ name, server }: Pick<ServerTabProps, 'name' | 'server'>) {
  const ping = usePing(name);
  const restart = useRestart(name);
  const failure = ping.error ?? restart.error;
  const isOff = server.status.state === 'disabled';
  return (
    <>
      <ServerFacts status={server.status} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button disabled={isOff || ping.isPending} onClick={() => ping.mutate({})}>
          {ping.isPending ? 'Pinging…' : 'Ping'}
        </Button>
        <Button disabled={isOff || restart.isPending} onClick={() => restart.mutate({})}>
          {restart.isPending ? 'Restarting…' : 'Restart'}
        </Button>
      </div>
      {failure && <FailureNotice message={failure.message} />}
    </>
  );
}

function TabContent(props: ServerTabProps) {
  const { tab = 'tools' } = props.search;
  switch (tab) {
    case 'tools':
      return <ServerTools {...props} />;
    case 'config':
      return <ServerConfigView {...props} />;
    case 'protocol':
      return <ServerProtocol {...props} />;
    case 'log':
      return <ServerLogView {...props} />;
    case 'resources':
      return <ServerResourcesView {...props} />;
    case 'prompts':
      return <ServerPromptsView {...props} />;
  }
}

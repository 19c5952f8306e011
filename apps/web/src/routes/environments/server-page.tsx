import { JsonView } from '../../components/values/json-view.tsx';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { ServerFacts } from '../../components/servers/server-facts.tsx';
import { ServerLogView } from './server-log.tsx';
import { ServerPromptsView } from './server-prompts.tsx';
import { ServerProtocol } from './server-protocol.tsx';
import { ServerResourcesView } from './server-resources.tsx';
import { SERVER_TABS, type ServerSearch, type ServerTabProps } from './server-search.ts';
import { ServerTools } from './server-tools.tsx';
import { useServerPart, useServerAction } from './use-server.ts';
import type { EnvironmentServer } from '@timestep-ai/timestep/view';
import type { ComponentType } from 'react';

const route = getRouteApi('/environments/$agent/$server');

const VIEWS: Readonly<Record<keyof typeof SERVER_TABS, ComponentType<ServerTabProps>>> = {
  tools: ServerTools,
  config: ServerConfigView,
  protocol: ServerProtocol,
  log: ServerLogView,
  resources: ServerResourcesView,
  prompts: ServerPromptsView,
};

/** Tabs whose data comes from the MCP server itself. */
const CONNECTED_TABS: readonly string[] = ['tools', 'resources', 'prompts'];

export function ServerPage() {
  const name = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useServerPart<EnvironmentServer>(name, '', { isLive: true });
  const { data } = query;
  const { tab = 'tools' } = search;
  const View = VIEWS[tab];
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
      <Loaded query={query} what="the server">
        {(server) => (
          <Tabs
            label="Views of the server"
            titles={SERVER_TABS}
            tab={tab}
            onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
          >
            {server.status.state === 'disabled' && CONNECTED_TABS.includes(tab) ? (
              <p className="text-muted">This server is disabled.</p>
            ) : (
              <View name={name} server={server} search={search} onChange={onChange} />
            )}
          </Tabs>
        )}
      </Loaded>
    </div>
  );
}

function ServerActions({ name, server }: Pick<ServerTabProps, 'name' | 'server'>) {
  const ping = useServerAction<object>(name, '/ping');
  const restart = useServerAction<object>(name, '/restart');
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

function ServerConfigView({ server: { config, status } }: ServerTabProps) {
  const { path, written } = config;
  if (status.kind === 'inner') {
    return <p className="text-muted">This server is defined in code.</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {path === undefined ? 'As defined by the agent' : <code>{path}</code>}. Secrets in plain
        text are masked; <code>{'${env:NAME}'}</code> is shown without its value.
      </p>
      <JsonView value={written} label="Server configuration" />
    </>
  );
}

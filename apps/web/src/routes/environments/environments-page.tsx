import { Link } from '@tanstack/react-router';
import { counted, type EnvironmentAgent, type EnvironmentList } from '@timestep-ai/timestep/view';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { ServerFacts } from '../../components/servers/server-facts.tsx';
import { useRead } from '../../api/queries.ts';
import { Fold } from '../../components/controls/fold.tsx';
import { groupByServer, listAgentsWithoutServers, type ServerGroup } from './group-by-server.ts';

export function EnvironmentsPage() {
  const query = useRead<EnvironmentList>(['environments'], '/environments', {
    refetchInterval: 3000,
  });
  return (
    <div className="h-full overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">MCP servers</h1>
      <Loaded query={query} what="servers">
        {({ agents }) =>
          agents.length === 0 ? (
            <EmptyState title="No MCP servers">
              Add MCP servers to <code>mcpServers</code> in the <code>tsagent.json</code> of an
              agent.
            </EmptyState>
          ) : (
            <Servers agents={agents} />
          )
        }
      </Loaded>
    </div>
  );
}

function Servers({ agents }: { agents: readonly EnvironmentAgent[] }) {
  return (
    <>
      {agents.map(
        ({ agentId, name, why }) =>
          why !== undefined && (
            <p key={agentId} className="mt-2 text-sm text-bad">
              <bdi>{name}</bdi>: {why}
            </p>
          ),
      )}
      {groupByServer(agents).map((group) => (
        <ServerUses key={group.server} group={group} />
      ))}
      <AgentsWithoutServers agents={listAgentsWithoutServers(agents)} />
      {agents.map((agent) => (
        <InternalToolList key={agent.agentId} agent={agent} />
      ))}
    </>
  );
}

/** A server with the agents that use it. Each agent has a connection of its own. */
function ServerUses({ group: { server, uses } }: { group: ServerGroup }) {
  return (
    <section aria-label={server} className="mt-4">
      <h2 className="font-semibold">
        <bdi>{server}</bdi>
      </h2>
      <ul className="mt-1 grid gap-3 sm:grid-cols-2">
        {uses.map(({ agent: { agentId, name }, status }) => (
          <li key={agentId} className="min-w-0 rounded-md border border-line p-3">
            <h3 className="font-semibold">
              <Link
                to="/environments/$agent/$server"
                params={{ agent: agentId, server }}
                className="underline"
              >
                <bdi>{name}</bdi>
              </Link>
            </h3>
            <ServerFacts status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AgentsWithoutServers({ agents }: { agents: readonly EnvironmentAgent[] }) {
  if (agents.length === 0) return null;
  return (
    <Fold className="mt-6 text-sm" title={`${counted(agents.length, 'agent')} without MCP servers`}>
      <ul className="ms-4">
        {agents.map(({ agentId, name }) => (
          <li key={agentId}>
            <Link to="/agents/$agentId" params={{ agentId }} className="underline">
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** Tools that an agent uses in its own tasks to read and change itself. */
function InternalToolList({ agent }: { agent: EnvironmentAgent }) {
  return agent.internal.map(({ name, tools }) => (
    <Fold
      key={name}
      className="mt-2 text-sm"
      title={
        <>
          <bdi>{agent.name}</bdi>, <bdi>{name}</bdi>: {counted(tools.length, 'internal tool')}, only
          for the tasks of this agent
        </>
      }
    >
      <ul className="ms-4">
        {tools.map((tool) => (
          <li key={tool.name}>
            <bdi className="font-mono">{tool.name}</bdi>{' '}
            <span className="text-muted">
              {tool.permit}: {tool.description}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  ));
}

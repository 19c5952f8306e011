import { Link } from '@tanstack/react-router';
import { counted, type EnvironmentAgent, type EnvironmentList } from '@timestep-ai/timestep/view';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { ServerFacts } from '../../components/servers/server-facts.tsx';
import { useRead } from '../../api/queries.ts';
import { Fold } from '../../components/controls/fold.tsx';

export function EnvironmentsPage() {
  const query = useRead<EnvironmentList>(['environments'], '/environments', {
    refetchInterval: 3000,
  });
  return (
    <div className="h-full overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">Environments</h1>
      <Loaded query={query} what="servers">
        {({ agents }) =>
          agents.length === 0 ? (
            <EmptyState title="No MCP servers">
              Add MCP servers to <code>mcpServers</code> in the <code>tsagent.json</code> of an
              agent.
            </EmptyState>
          ) : (
            agents.map((agent) => <AgentServers key={agent.agentId} agent={agent} />)
          )
        }
      </Loaded>
    </div>
  );
}

function AgentServers({ agent }: { agent: EnvironmentAgent }) {
  const { agentId, name, servers, internal, why } = agent;
  return (
    <section aria-label={name} className="mt-4">
      <h2 className="font-semibold">
        <bdi>{name}</bdi>
      </h2>
      {why !== undefined && <p className="text-sm text-bad">{why}</p>}
      {why === undefined && servers.length + internal.length === 0 && (
        <p className="text-sm text-muted">No MCP servers.</p>
      )}
      <ul className="mt-1 grid gap-3 sm:grid-cols-2">
        {servers.map((status) => (
          <li key={status.name} className="min-w-0 rounded-md border border-line p-3">
            <h3 className="font-semibold">
              <Link
                to="/environments/$agent/$server"
                params={{ agent: agentId, server: status.name }}
                className="underline"
              >
                <bdi>{status.name}</bdi>
              </Link>
            </h3>
            <ServerFacts status={status} />
          </li>
        ))}
      </ul>
      {/* Tools that an agent uses in its own tasks to read and change itself. */}
      {internal.map(({ name: internalName, tools }) => (
        <Fold
          key={internalName}
          className="mt-2 text-sm"
          title={
            <>
              <bdi>{internalName}</bdi>: {counted(tools.length, 'internal tool')}, only for the
              tasks of this agent
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
      ))}
    </section>
  );
}

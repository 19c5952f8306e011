import { Link } from '@tanstack/react-router';
import type { EnvironmentList } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { FactList } from '../../components/values/facts.tsx';
import { ServerStateLabel } from '../../components/values/state-label.tsx';
import { useOwnModels } from './agent-queries.ts';

/** The model of an agent, and its MCP servers with their states. */
export function AgentSetup({ agentId }: { agentId: string }) {
  const model = useOwnModels().get(agentId);
  const environments = useRead<EnvironmentList>(['environments'], '/environments').data?.agents;
  const found = environments?.find((one) => one.agentId === agentId);
  const servers = found?.servers ?? [];
  return (
    <section aria-label="Model and servers">
      <h2 className="mb-1.5 font-semibold">Model and servers</h2>
      <FactList
        className="gap-y-1"
        facts={[
          {
            name: 'Model',
            text:
              model === undefined ? (
                <span className="text-muted">none is configured</span>
              ) : (
                <code>{model}</code>
              ),
          },
          {
            name: 'Servers',
            text: environments && (
              <>
                {found?.why !== undefined && <span className="text-bad">{found.why}</span>}
                {servers.length === 0 && found?.why === undefined && (
                  <span className="text-muted">none</span>
                )}
                <ul>
                  {servers.map(({ name, state }) => (
                    <li key={name} className="flex flex-wrap items-center gap-x-3">
                      <Link
                        to="/environments/$agent/$server"
                        params={{ agent: agentId, server: name }}
                        className="underline"
                      >
                        <bdi>{name}</bdi>
                      </Link>
                      <ServerStateLabel state={state} />
                    </li>
                  ))}
                </ul>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

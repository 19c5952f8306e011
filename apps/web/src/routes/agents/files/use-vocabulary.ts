import { useQueries } from '@tanstack/react-query';
import type { AgentModelsList, EnvironmentList, ServerTool } from '@timestep-ai/timestep/view';
import { getJson } from '../../../api/api-client.ts';
import { useRead } from '../../../api/queries.ts';
import type { Vocabulary } from '../../../components/editor/list-offers.ts';
import { getAgentApiPath, useOwnModels } from '../agent-queries.ts';

/** Loads the names that the editor of an agent's settings completes. Other files name no tools and models. */
export function useVocabulary(agentId: string, path: string): Vocabulary {
  const enabled = path.endsWith('.json');
  const models = useRead<AgentModelsList>(
    ['agent models', agentId],
    getAgentApiPath(agentId, '/models'),
    { enabled },
  );
  const named = useOwnModels();
  const environments = useRead<EnvironmentList>(['environments'], '/environments', { enabled });
  const own = environments.data?.agents.find((agent) => agent.agentId === agentId);
  const tools = useQueries({
    queries: (own?.servers ?? []).map(({ name: server }) => ({
      queryKey: ['server tools', agentId, server],
      queryFn: async () => ({
        name: server,
        tools: await getJson<readonly ServerTool[]>(
          `/environments/${encodeURIComponent(agentId)}/${encodeURIComponent(server)}/tools`,
        ),
      }),
    })),
  });
  const servers = [...tools.flatMap(({ data }) => data ?? []), ...(own?.internal ?? [])];
  return {
    // A rule names a tool as models see it: with its server.
    tools: servers.flatMap((server) => server.tools.map(({ name }) => `${server.name}_${name}`)),
    models: [
      ...new Set(named.values()),
      ...(models.data?.providers ?? []).map(({ name }) => `${name}/`),
    ],
  };
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgentList, CreatedAgent } from '@timestep-ai/timestep/view';
import { getJson, sendJson } from '../../api/api-client.ts';

/** Polling interval in milliseconds, because agents are added and removed with their files. */
const POLL_INTERVAL_MS = 5000;

export function useAgents() {
  return useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => getJson<AgentList>('/agents', signal),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useCreateAgent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: Readonly<Record<string, string>>) =>
      sendJson<CreatedAgent>('POST', '/agents', order),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  });
}

/** Reads the agent card in a certain version of A2A. */
export function useAgentCard(agentId: string, version: '1.0' | '0.3') {
  return useQuery({
    queryKey: ['card', agentId, version],
    queryFn: async ({ signal }): Promise<unknown> => {
      const path = `/agents/${encodeURIComponent(agentId)}/.well-known/agent-card.json`;
      const response = await fetch(path, { signal, headers: { 'a2a-version': version } });
      if (!response.ok) throw new Error(`the agent card is not available: HTTP ${response.status}`);
      return response.json();
    },
  });
}

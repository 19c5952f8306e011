import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AgentLines, MadeAgent } from '@timestep-ai/timestep/view';
import { read, send } from '../../api/client.ts';

/** Agents come and go with their files. */
const LOOK_EVERY_MS = 5000;

export function useAgents() {
  return useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => read<AgentLines>('/agents', signal),
    refetchInterval: LOOK_EVERY_MS,
  });
}

export function useMakeAgent() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: Readonly<Record<string, string>>) =>
      send<MadeAgent>('POST', '/agents', order),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  });
}

/** A card as a client of that version of A2A reads it. */
export function useCard(agentId: string, version: '1.0' | '0.3') {
  return useQuery({
    queryKey: ['card', agentId, version],
    queryFn: async ({ signal }): Promise<unknown> => {
      const path = `/agents/${encodeURIComponent(agentId)}/.well-known/agent-card.json`;
      const response = await fetch(path, { signal, headers: { 'a2a-version': version } });
      if (!response.ok) throw new Error(`the server has no card for it: ${response.status}`);
      return response.json();
    },
  });
}

import type { ConversationList } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';

/** Reads the conversations of all programs, and the agents for new ones. */
export function useChats() {
  return useRead<ConversationList>(['chats'], '/chats', {
    // The list is polled: the event stream omits conversations started in terminals and editors.
    refetchInterval: 5000,
  });
}

/** Returns the name of an agent; its id until the agents are read, and for an agent that is not served. */
export function useAgentName(id: string): string {
  // This adds no request, because the list of conversations polls the same data.
  const { data } = useRead<ConversationList>(['chats'], '/chats');
  return findAgentName(data?.agents ?? [], id);
}

export function findAgentName(agents: ConversationList['agents'], id: string): string {
  return agents.find((agent) => agent.id === id)?.name ?? id;
}

import type { ConversationList } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';

/** Reads the conversations of all programs, and the agents for new ones. */
export function useChats() {
  return useRead<ConversationList>(['chats'], '/chats', {
    // The list is polled: the event stream omits conversations started in terminals and editors.
    refetchInterval: 5000,
  });
}

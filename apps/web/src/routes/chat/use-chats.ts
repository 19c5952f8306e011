import { useQuery } from '@tanstack/react-query';
import type { ConversationDetails, ConversationList } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { getChatPath, type ChatSearch } from './chat-search.ts';

/**
 * Polling interval in milliseconds. The event stream does not report conversations started in
 * terminals and editors.
 */
const POLL_INTERVAL_MS = 5000;

export function useChats() {
  return useQuery({
    queryKey: ['chats'],
    queryFn: ({ signal }) => getJson<ConversationList>('/chats', signal),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Reads the details of a conversation, again after each change of a turn. */
export function useChat(chatId: string, search: ChatSearch, changedAt: number) {
  return useQuery({
    queryKey: ['chat', chatId, search, changedAt],
    queryFn: ({ signal }) => getJson<ConversationDetails>(getChatPath(chatId, search), signal),
    placeholderData: (before) => (before?.id === chatId ? before : undefined),
  });
}

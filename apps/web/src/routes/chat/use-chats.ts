import { useQuery } from '@tanstack/react-query';
import type { ConversationHead, ConversationList } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { chatPath, type ChatPlace } from './chat-place.ts';

/** Conversations may begin in terminals and editors, of which no stream says anything. */
const LOOK_EVERY_MS = 5000;

export function useChats() {
  return useQuery({
    queryKey: ['chats'],
    queryFn: ({ signal }) => read<ConversationList>('/chats', signal),
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** What is known of a conversation; it is read again when a turn of it has changed. */
export function useChat(chatId: string, place: ChatPlace, changedAt: number) {
  return useQuery({
    queryKey: ['chat', chatId, place, changedAt],
    queryFn: ({ signal }) => read<ConversationHead>(chatPath(chatId, place), signal),
    placeholderData: (before) => (before?.id === chatId ? before : undefined),
  });
}

import { useQuery } from '@tanstack/react-query';
import type { ChatHead, ChatList } from 'timestep/view';
import { read } from '../../api/client.ts';
import { chatPath, type ChatPlace } from './chat-place.ts';

/** Conversations may begin in terminals and editors, which the page is not told of. */
const LOOK_EVERY_MS = 5000;

export function useChats() {
  return useQuery({
    queryKey: ['chats'],
    queryFn: ({ signal }) => read<ChatList>('/chats', signal),
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** What is known of a conversation; it is read again when a turn of it has changed. */
export function useChat(chatId: string, place: ChatPlace, changedAt: number) {
  return useQuery({
    queryKey: ['chat', chatId, place, changedAt],
    queryFn: ({ signal }) => read<ChatHead>(chatPath(chatId, place), signal),
    placeholderData: (before) => (before?.id === chatId ? before : undefined),
  });
}

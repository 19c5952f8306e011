import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../components/notices/notices.tsx';
import { ChatLayout } from './chat-layout.tsx';

const route = getRouteApi('/chat');

export function ChatsPage() {
  const { others } = route.useSearch();
  return (
    <ChatLayout showsOthers={others === true}>
      <h1 className="sr-only">Chat</h1>
      <EmptyState title="Start a conversation">
        Choose an agent, or continue a conversation from a terminal, an editor or this page.
      </EmptyState>
    </ChatLayout>
  );
}

import { EmptyState } from '../../components/notices/notices.tsx';
import { ChatLayout } from './chat-layout.tsx';

export function ChatsPage() {
  return (
    <ChatLayout>
      <h1 className="sr-only">Chat</h1>
      <EmptyState title="Start a conversation">
        Choose an agent, or continue a conversation from a terminal, an editor or this page.
      </EmptyState>
    </ChatLayout>
  );
}

import { EmptyState } from '../../components/empty-state.tsx';
import { ChatLayout } from './chat-layout.tsx';

/** All conversations; none is open. */
export function ChatsPage() {
  return (
    <ChatLayout>
      <h1 className="sr-only">Chat</h1>
      <EmptyState title="Talk to an agent">
        Begin a conversation, or go on with one from a terminal, an editor or this page.
      </EmptyState>
    </ChatLayout>
  );
}

import type { ReactNode } from 'react';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { ChatList } from './chat-list.tsx';
import { useChats } from './use-chats.ts';

interface ChatLayoutProps {
  readonly children: ReactNode;
  readonly isOpen?: boolean;
}

/** The list of conversations next to the open one. Narrow screens show only one of them. */
export function ChatLayout({ children, isOpen = false }: ChatLayoutProps) {
  const { data, error, refetch } = useChats();
  return (
    <div className="flex h-full flex-col md:flex-row">
      <aside
        aria-label="Conversations"
        className={`flex shrink-0 flex-col border-line bg-surface md:w-64 md:border-e ${isOpen ? 'max-md:hidden' : ''}`}
      >
        {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
        {data && <ChatList chats={data.chats} agents={data.agents} />}
      </aside>
      <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col">
        {children}
      </section>
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { ChatList } from './chat-list.tsx';
import { useChats } from './use-chats.ts';

interface ChatLayoutProps {
  readonly children: ReactNode;
  readonly isOpen?: boolean;
  /** The agent of the open conversation, with which a new one starts. */
  readonly agent?: string | undefined;
  /** Whether the list shows the conversations that programs have started too. */
  readonly showsOthers: boolean;
}

/** The list of conversations next to the open one. Narrow screens show only one of them. */
export function ChatLayout({ children, isOpen = false, agent, showsOthers }: ChatLayoutProps) {
  const { data, error, refetch } = useChats(showsOthers);
  const navigate = useNavigate();
  return (
    <div className="flex h-full flex-col md:flex-row">
      <aside
        aria-label="Conversations"
        className={`flex shrink-0 flex-col border-line bg-surface md:w-64 md:border-e ${isOpen ? 'max-md:hidden' : ''}`}
      >
        {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
        {data && (
          <ChatList
            chats={data.chats}
            agents={data.agents}
            hasMore={data.hasMore}
            openAgent={agent}
            showsOthers={showsOthers}
            onShowOthers={(shows) =>
              void navigate({
                to: '.',
                search: ({ others: _others, ...rest }) => ({
                  ...rest,
                  ...(shows && { others: true }),
                }),
                replace: true,
              })
            }
          />
        )}
      </aside>
      <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col">
        {children}
      </section>
    </div>
  );
}

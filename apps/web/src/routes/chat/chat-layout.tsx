import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ConversationSummary, ConversationList } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { formatTimestamp } from '../../components/values/formats.ts';
import { Form, Select } from '../../components/forms/form.tsx';
import { useRead } from '../../api/queries.ts';

interface ChatLayoutProps {
  readonly children: ReactNode;
  readonly isOpen?: boolean;
}

/** The list of conversations next to the open one. Narrow screens show only one of them. */
export function ChatLayout({ children, isOpen = false }: ChatLayoutProps) {
  const { data, error, refetch } = useRead<ConversationList>(['chats'], '/chats', {
    // The list is polled: the event stream omits conversations started in terminals and editors.
    refetchInterval: 5000,
  });
  return (
    <div className="flex h-full flex-col md:flex-row">
      <aside
        aria-label="Conversations"
        className={`flex shrink-0 flex-col border-line md:w-64 md:border-e ${isOpen ? 'max-md:hidden' : ''}`}
      >
        {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
        {data && <NewChatForm agents={data.agents} />}
        {data && <ChatList chats={data.chats} />}
      </aside>
      <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col">
        {children}
      </section>
    </div>
  );
}

/** A form for a new conversation. The browser chooses the id, so that a retry creates only one. */
function NewChatForm({ agents }: Pick<ConversationList, 'agents'>) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const agent = chosen || (agents[0]?.id ?? '');
  return (
    <Form
      className="flex items-end gap-2 border-b border-line p-3"
      onSubmit={() =>
        void navigate({
          to: '/chat/$chatId',
          params: { chatId: crypto.randomUUID() },
          search: { agent },
        })
      }
    >
      <Select
        label="Agent"
        value={agent}
        options={agents.map(({ id, name }) => [id, name])}
        onChange={setChosen}
      />
      <Button type="submit" variant="strong" disabled={agent === ''}>
        New
      </Button>
    </Form>
  );
}

function ChatList({ chats }: Pick<ConversationList, 'chats'>) {
  if (chats.length === 0) return <p className="p-3 text-sm text-muted">No conversations yet.</p>;
  return (
    <ul aria-label="All conversations" className="min-h-0 flex-1 overflow-y-auto p-1">
      {chats.map((chat) => (
        <li key={`${chat.principal} ${chat.id}`}>
          <Link
            to="/chat/$chatId"
            params={{ chatId: chat.id }}
            search={toChatSearchParams(chat)}
            activeOptions={{ includeSearch: false }}
            className="block rounded-md px-2 py-1.5 text-sm hover:bg-surface aria-[current=page]:bg-surface"
          >
            <span className="block truncate font-semibold">{chat.name || chat.id}</span>
            <span className="block truncate text-xs text-muted">
              {chat.agent}, {formatTimestamp(chat.updatedAt)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function toChatSearchParams({ agent, principal }: ConversationSummary) {
  return { agent, ...(principal !== '' && { principal }) };
}

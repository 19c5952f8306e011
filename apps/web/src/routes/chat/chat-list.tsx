import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConversationSummary, ConversationList } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Form, Select, TextField } from '../../components/forms/form.tsx';
import { formatAge } from '../../components/values/formats.ts';
import { groupChats } from './group-chats.ts';
import { findAgentName } from './use-chats.ts';

/** A form for a new conversation, and the conversations by day. */
export function ChatList({ chats, agents }: Pick<ConversationList, 'chats' | 'agents'>) {
  const [text, setText] = useState('');
  const groups = groupChats(chats, text, Date.now());
  return (
    <>
      <div className="border-b border-line p-3">
        <NewChatForm agents={agents} />
        {chats.length > 1 && (
          <TextField
            type="search"
            aria-label="Search conversations"
            placeholder="Search"
            className="mt-2 w-full"
            value={text}
            onChange={setText}
          />
        )}
      </div>
      <nav aria-label="All conversations" className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {chats.length === 0 && <p className="p-2 text-sm text-muted">No conversations yet.</p>}
        {chats.length > 0 && groups.length === 0 && (
          <p className="p-2 text-sm text-muted">No conversation has this name or agent.</p>
        )}
        {groups.map(({ title, chats: members }) => (
          <section key={title} aria-label={title} className="mb-2">
            <h2 className="px-2 py-1 text-xs font-semibold text-muted">{title}</h2>
            <ul>
              {members.map((chat) => (
                <ChatLine
                  key={`${chat.principal} ${chat.id}`}
                  chat={chat}
                  agentName={findAgentName(agents, chat.agent)}
                />
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}

/** A form for a new conversation. The browser chooses the id, so that a retry creates only one. */
function NewChatForm({ agents }: Pick<ConversationList, 'agents'>) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const agent = chosen || (agents[0]?.id ?? '');
  return (
    <Form
      className="flex items-end gap-2"
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

interface ChatLineProps {
  readonly chat: ConversationSummary;
  readonly agentName: string;
}

function ChatLine({ chat, agentName }: ChatLineProps) {
  const { id, name, agent, principal, updatedAt } = chat;
  return (
    <li>
      <Link
        to="/chat/$chatId"
        params={{ chatId: id }}
        search={{ agent, ...(principal !== '' && { principal }) }}
        activeOptions={{ includeSearch: false }}
        className="block rounded-lg px-2 py-1.5 text-sm hover:bg-hover aria-[current=page]:bg-chosen"
      >
        <span className="block truncate">{name || 'Untitled conversation'}</span>
        <span className="flex gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">{agentName}</span>
          {formatAge(Date.now() - updatedAt)}
        </span>
      </Link>
    </li>
  );
}

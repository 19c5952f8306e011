import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConversationSummary, ConversationList } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Form, Select, TextField } from '../../components/forms/form.tsx';
import { formatAge } from '../../components/values/formats.ts';
import { ENTRY_POINTS } from '../tasks/entry-points.ts';
import { groupMatchingChats } from './group-chats.ts';
import { findAgentName } from './use-chats.ts';

interface ChatListProps extends ConversationList {
  readonly openAgent: string | undefined;
  readonly showsOthers: boolean;
  readonly onShowOthers: (shows: boolean) => void;
}

/** A form for a new conversation, and the conversations by day. */
export function ChatList(props: ChatListProps) {
  const { chats, agents, hasMore, openAgent, showsOthers, onShowOthers } = props;
  const [text, setText] = useState('');
  const groups = groupMatchingChats(chats, text, Date.now());
  return (
    <>
      <div className="border-b border-line p-3">
        <NewChatForm key={openAgent} agents={agents} openAgent={openAgent} />
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
        <label className="mt-2 flex items-center gap-2 text-xs text-muted">
          <input
            type="checkbox"
            className="accent-accent"
            checked={showsOthers}
            onChange={() => onShowOthers(!showsOthers)}
          />
          Also conversations of programs
        </label>
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
                  showsOthers={showsOthers}
                />
              ))}
            </ul>
          </section>
        ))}
        {hasMore && <p className="p-2 text-xs text-muted">The newest {chats.length} are shown.</p>}
      </nav>
    </>
  );
}

interface NewChatFormProps extends Pick<ConversationList, 'agents'> {
  readonly openAgent: string | undefined;
}

/** A form for a new conversation. The browser chooses the id, so that a retry creates only one. */
function NewChatForm({ agents, openAgent }: NewChatFormProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const first = agents.find(({ id }) => id === openAgent) ?? agents[0];
  const agent = chosen || (first?.id ?? '');
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
  readonly showsOthers: boolean;
}

function ChatLine({ chat, agentName, showsOthers }: ChatLineProps) {
  const { id, name, agent, principal, updatedAt, entry } = chat;
  return (
    <li>
      <Link
        to="/chat/$chatId"
        params={{ chatId: id }}
        search={{
          agent,
          ...(principal !== '' && { principal }),
          ...(showsOthers && { others: true }),
        }}
        activeOptions={{ includeSearch: false }}
        className="block rounded-lg px-2 py-1.5 text-sm hover:bg-hover aria-[current=page]:bg-chosen"
      >
        <span className="block truncate">{name || 'Untitled conversation'}</span>
        <span className="flex gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">
            {agentName}
            {showsOthers && entry !== undefined && `, ${ENTRY_POINTS[entry]}`}
          </span>
          {formatAge(Date.now() - updatedAt)}
        </span>
      </Link>
    </li>
  );
}

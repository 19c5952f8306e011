import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ConversationCompletion, ConversationDetails } from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { Composer } from '../../components/conversation/composer.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Markdown } from '../../components/markdown/markdown.tsx';
import { ChatLayout } from './chat-layout.tsx';
import { ChatModel } from './chat-model.tsx';
import { getChatApiPath } from './chat-search.ts';
import { ChatSettings } from './chat-settings.tsx';
import { ChatTurns } from './chat-turns.tsx';
import { EraseChatButton } from './erase-chat-button.tsx';
import { useRewriteInBranch } from './use-branch.ts';
import { useChatInput } from './use-chat-input.ts';
import { useAgentName } from './use-chats.ts';
import { useTurns } from './use-turns.ts';
import { useRead } from '../../api/queries.ts';
import { useTaskDetails } from '../tasks/use-task-details.ts';
import { ContextTable } from '../../components/conversation/context-table.tsx';
import { OPEN_STATES } from '../tasks/task-search.ts';
import { Fold } from '../../components/controls/fold.tsx';

const route = getRouteApi('/chat/$chatId');

export function ChatPage() {
  const { chatId } = route.useParams();
  const search = route.useSearch();
  return (
    <ChatLayout isOpen agent={search.agent} showsOthers={search.others === true}>
      <ConversationPanel key={chatId} chatId={chatId} />
    </ChatLayout>
  );
}

function ConversationPanel({ chatId }: { chatId: string }) {
  const search = route.useSearch();
  const conversation = useTurns(chatId, search.agent);
  const { turns, error, addTurn } = conversation;
  const newest = turns.at(-1)?.line;
  const getPath = (part = ''): string => getChatApiPath(chatId, search, part);
  const chat = useRead<ConversationDetails>(
    // The key contains the time of the last change, so that a changed conversation is read again.
    ['chat', chatId, search, newest?.updatedAt ?? 0],
    getPath(),
    { placeholderData: (before) => (before?.id === chatId ? before : undefined) },
  );
  const input = useChatInput({
    search,
    getPath,
    reload: () => chat.refetch(),
    onAccepted: addTurn,
  });
  const { said } = input;
  const [line, setLine] = useState('');
  const completions = useCommandCompletions(getPath('/completions'), line);
  const branch = useRewriteInBranch(search);
  const agent = chat.data?.agent ?? search.agent ?? 'the agent';
  const agentName = useAgentName(agent);
  const isWorking = newest !== undefined && OPEN_STATES.includes(newest.state);

  const failing = error ?? chat.error ?? branch.error;
  return (
    <>
      <ChatHeader
        name={chat.data?.name || turns[0]?.line.title || 'New conversation'}
        agent={agentName}
        erase={turns.length > 0 && <EraseChatButton chatId={chatId} path={getPath()} />}
      />
      {failing && <FailureNotice message={failing.message} />}
      <ChatTurns
        chat={chat.data}
        {...conversation}
        sent={input.sent}
        onRewrite={(text, from) => branch.mutate({ text, ...from })}
      />
      {input.error && <FailureNotice message={input.error.message} />}
      {said && 'text' in said && (
        <div
          role="status"
          className="mx-auto max-h-64 w-full max-w-3xl overflow-y-auto border-t border-line px-4 py-3 text-sm"
        >
          <Markdown text={said.text} />
        </div>
      )}
      <div className="mx-auto w-full max-w-3xl px-4 pb-3">
        <Composer
          isWorking={isWorking}
          isSending={input.isSending}
          completions={completions}
          hint={isWorking ? `Message to ${agentName} while it works` : `Message to ${agentName}`}
          onChange={setLine}
          onSend={(text, files) => input.submit(text, files).catch(() => false)}
          onStop={() => void sendJson('POST', getPath('/cancel'))}
        >
          <ChatModel
            getPath={getPath}
            version={`${newest?.id} ${newest?.steps} ${newest?.state} ${said ? 'said' : ''}`}
          />
        </Composer>
        {newest && <SelectedContext taskId={newest.id} generation={newest.generation} />}
        <ChatSettings path={getPath('/settings')} />
      </div>
    </>
  );
}

interface ChatHeaderProps {
  readonly name: string;
  readonly agent: string;
  readonly erase: ReactNode;
}

function ChatHeader({ name, agent, erase }: ChatHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 border-b sm:flex-nowrap border-line px-4 py-2.5">
      <Link to="/chat" className="shrink-0 text-sm text-accent underline md:hidden">
        All conversations
      </Link>
      <h1 className="min-w-0 truncate text-lg font-semibold">{name}</h1>
      <span className="min-w-24 flex-1 truncate text-sm text-muted">with {agent}</span>
      <span className="shrink-0">{erase}</span>
    </header>
  );
}

function SelectedContext({ taskId, generation }: { taskId: string; generation: number }) {
  const { data } = useTaskDetails(taskId, generation);
  if (!data || data.context.length === 0) return null;
  return (
    <Fold
      title={`Context: ${data.context.length} selected`}
      className="mt-1 max-h-64 overflow-y-auto px-2 text-sm"
      titleClass="text-xs text-muted"
    >
      <ContextTable items={data.context} omitted={data.contextOmitted} note={data.contextNote} />
    </Fold>
  );
}

function useCommandCompletions(path: string, line: string): readonly ConversationCompletion[] {
  const address = `${path}${path.includes('?') ? '&' : '?'}line=${encodeURIComponent(line)}`;
  const isCommand = line.startsWith('/');
  const key = ['completions', address];
  const { data } = useRead<readonly ConversationCompletion[]>(key, address, { enabled: isCommand });
  return (isCommand && data) || [];
}

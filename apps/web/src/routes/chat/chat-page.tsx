import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ConversationCommandResult,
  ConversationCompletion,
  ConversationDetails,
  ConversationMessage,
} from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { Composer } from '../../components/conversation/composer.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Markdown } from '../../components/conversation/markdown.tsx';
import { readConversationFile, describeFilesProblem } from './chat-files.ts';
import { ChatLayout } from './chat-layout.tsx';
import { getChatApiPath } from './chat-search.ts';
import { ChatSettings } from './chat-settings.tsx';
import { ChatTurns } from './chat-turns.tsx';
import { EraseChatButton } from './erase-chat-button.tsx';
import { useTurns } from './use-turns.ts';
import { useRead, useSend } from '../../api/queries.ts';
import { useTaskDetails } from '../tasks/use-task-details.ts';
import { ContextTable } from '../../components/conversation/context-table.tsx';
import { OPEN_STATES } from '../tasks/task-search.ts';

const route = getRouteApi('/chat/$chatId');

export function ChatPage() {
  const { chatId } = route.useParams();
  return (
    <ChatLayout isOpen>
      <ConversationPanel key={chatId} chatId={chatId} />
    </ChatLayout>
  );
}

function ConversationPanel({ chatId }: { chatId: string }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { turns, isLoading, error } = useTurns(chatId, search.agent);
  const newest = turns.at(-1);
  const getPath = (part = ''): string => getChatApiPath(chatId, search, part);
  const chat = useRead<ConversationDetails>(
    // The conversation is read again after each change of a turn.
    ['chat', chatId, search, newest?.updatedAt ?? 0],
    getPath(),
    { placeholderData: (before) => (before?.id === chatId ? before : undefined) },
  );
  const [said, setSaid] = useState<ConversationCommandResult>();
  const [line, setLine] = useState('');
  const completions = useCompletions(getPath('/completions'), line);
  const sending = useSend<ConversationMessage>('POST', getPath('/messages'));
  const isWorking = newest !== undefined && OPEN_STATES.includes(newest.state);

  async function runChatCommand(command: string): Promise<boolean> {
    const body = { line: command };
    const answer = await sendJson<ConversationCommandResult>('POST', getPath('/command'), body);
    if (answer.do === 'send') return sendMessage(answer.text, []);
    setSaid(answer);
    await chat.refetch();
    if (answer.do === 'open') {
      await navigate({ to: '/chat/$chatId', params: { chatId: answer.sessionId }, search });
    } else if (answer.do === 'clear' || answer.do === 'leave') await navigate({ to: '/chat' });
    return true;
  }
  async function submitInput(text: string, files: readonly File[]): Promise<boolean> {
    setSaid(undefined);
    if (text.startsWith('/') && files.length === 0) return runChatCommand(text);
    const problem = describeFilesProblem(files);
    if (problem !== undefined) {
      setSaid({ do: 'refuse', text: problem });
      return false;
    }
    return sendMessage(text, files);
  }
  async function sendMessage(text: string, files: readonly File[]): Promise<boolean> {
    const messageId = crypto.randomUUID();
    const sent = await Promise.all(files.map(readConversationFile));
    await sending.mutateAsync({ messageId, text, files: sent });
    return true;
  }
  const failing = error ?? chat.error;
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line p-3">
        <Link to="/chat" className="text-sm text-accent underline md:hidden">
          All conversations
        </Link>
        <h1 className="text-lg font-semibold break-all">
          {chat.data?.name || turns[0]?.title || 'New conversation'}
        </h1>
        <span className="text-sm text-muted">with {chat.data?.agent ?? search.agent}</span>
        {turns.length > 0 && <EraseChatButton chatId={chatId} path={getPath()} />}
      </header>
      {failing && <FailureNotice message={failing.message} />}
      <ChatTurns turns={turns} isLoading={isLoading} />
      {sending.error && <FailureNotice message={sending.error.message} />}
      {said && 'text' in said && (
        <div role="status" className="max-h-64 overflow-y-auto border-t border-line p-3 text-sm">
          <Markdown text={said.text} />
        </div>
      )}
      {newest && <ChatContext taskId={newest.id} generation={newest.generation} />}
      <ChatSettings path={getPath('/settings')} />
      <Composer
        isWorking={isWorking}
        isSending={sending.isPending}
        completions={completions}
        onChange={setLine}
        onSend={(text, files) => submitInput(text, files).catch(() => false)}
        onStop={() => void sendJson('POST', getPath('/cancel'))}
      />
    </>
  );
}

function ChatContext({ taskId, generation }: { taskId: string; generation: number }) {
  const { data } = useTaskDetails(taskId, generation);
  if (!data || data.context.length === 0) return null;
  return (
    <details className="max-h-64 overflow-y-auto border-t border-line px-3 py-1 text-sm">
      <summary>Context: {data.context.length} selected</summary>
      <ContextTable items={data.context} omitted={data.contextOmitted} note={data.contextNote} />
    </details>
  );
}

function useCompletions(path: string, line: string): readonly ConversationCompletion[] {
  const address = `${path}${path.includes('?') ? '&' : '?'}line=${encodeURIComponent(line)}`;
  const isCommand = line.startsWith('/');
  const key = ['completions', address];
  const { data } = useRead<readonly ConversationCompletion[]>(key, address, { enabled: isCommand });
  return (isCommand && data) || [];
}
